/** A valid mock service to create. */
export const input = {
  type: 'REST',
  title: 'Zahlungen – 支払い 💶',
  config: {
    cors: { allowedOrigins: ['https://shop.example.com'], allowedMethods: ['GET'], allowedHeaders: [] },
    defaultResponseHeaders: { 'x-flag': true },
    upstreams: [{ name: 'production', url: 'https://payments.example.com' }],
  },
};
