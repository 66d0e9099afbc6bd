/** What `--help` prints. */
export const usage = `Usage: npx @mock-services/fake-server [options]
       npx @mock-services/fake-server conformance <baseUrl> [options]

Serves a stand-in for the mock service configuration and workspace activity interface until it is stopped with
Ctrl+C or SIGTERM. Its data is in memory: it begins with sample data or a seed, and is gone when it ends.

  --port <number>         TCP port; 0 takes a free one. Default 4600
  --host <address>        address to listen on. Default 127.0.0.1, which no other machine reaches; unless a
                          host is given, requests that name another host than this machine are refused
  --seed <file.json>      what to begin with: { mockServices, workspaces, activity, configurations }, each of
                          which may be left out; {} for nothing. Default: sample data
  --grease[=<seed>]       vary what the interface leaves open, so that nothing comes to depend on it; the same
                          whole number varies it in the same way
  --latency <time>        how long every answer takes: milliseconds, or 50ms, 2s. Default 0
  --cors-origin <origin>  let pages of this origin call; may be repeated; * for all. Default: none
  --admin                 serve /__fake/ too, to seed, reset, inspect and provoke faults over HTTP
  --quiet                 print the URL alone
  --help                  print this
  --version               print the version

Exit codes: 0 stopped, 2 wrong arguments, 3 the seed cannot be read or is refused, 4 cannot listen on the port.`;

/** What `conformance --help` prints. */
export const conformanceUsage = `Usage: npx @mock-services/fake-server conformance <baseUrl> [options]

Checks whether the service at a base URL keeps to the mock service configuration and workspace activity interface,
and prints what held and what did not. Unless it is allowed more, it sends nothing but GET.

  --allow-writes             also create, update and delete mock services of its own; what was there before is
                             never changed
  --allow-clear <id>         also clear the activity log of the workspace with this id
  --token <token>            send Authorization: Bearer <token>
  --header <'Name: value'>   send a header; may be repeated
  --timeout <ms>             milliseconds that a request may take. Default 10000
  --json                     print the report as JSON
  --help                     print this

Exit codes: 0 the service conforms as far as it was looked at, 1 it does not, or the run was stopped or left
something behind, 2 wrong arguments.`;
