/** What `--help` prints. */
export const usage = `Usage: npx @mock-services/fake-server [options]

Serves a stand-in for the mock service configuration and workspace activity interface until it is stopped with
Ctrl+C or SIGTERM. Its data is in memory: it begins with sample data or a seed, and is gone when it ends.

  --port <number>         TCP port; 0 takes a free one. Default 4600
  --host <address>        address to listen on. Default 127.0.0.1, which no other machine reaches; unless a
                          host is given, requests that name another host than this machine are refused
  --seed <file.json>      what to begin with: { mockServices, workspaces, activity, configurations }, each of
                          which may be left out; {} for nothing. Default: sample data
  --cors-origin <origin>  let pages of this origin call; may be repeated; * for all. Default: none
  --quiet                 print the URL alone
  --help                  print this
  --version               print the version

Exit codes: 0 stopped, 2 wrong arguments, 3 the seed cannot be read or is refused, 4 cannot listen on the port.`;
