import type { ClientOptions } from '#client/client-options.ts'

/** Options of a client with one origin and no brand. */
export const ownOptions: ClientOptions = {
  environment: {
    apiEndpoints: [],
    fileUploadEndpoints: [],
    websocketEndpoints: [],
    brand: { key: 'test' },
    env: 'test',
  },
  origin: 'https://own.example',
  locale: 'en-US',
  deviceType: 'web',
  version: '0.0.0',
}
