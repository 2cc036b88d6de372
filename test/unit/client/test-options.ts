import type { ClientOptions } from '#client/client-options.ts'

/** A client of one origin, without a brand of its own. */
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
