/**
 * Lets code that the compiler does not check fail with a reason when it reads `handlers`. The entry point for MSW spreads
 * the server into a new object, which does not get this property, because it is not enumerable.
 *
 * @param create - Function that creates the same kind of server with handlers.
 */
export function withoutHandlers<Server extends object>(server: Server, create: string): Server {
  return Object.defineProperty(server, 'handlers', {
    get: () => {
      throw new TypeError(
        `Import ${create} from '@mock-services/fake-server' to use MSW handlers; '/core' has none.`,
      );
    },
  });
}
