// What this installation is; the host may serve its own. Empty endpoint lists mean the page's own origin.
globalThis.__APP_ENV__ = {
  brand: { key: 'default' },
  dynamicEndpoints: [],
  apiEndpoints: [],
  fileEndpoints: [],
  fileUploadEndpoints: [],
  websocketEndpoints: [],
  env: 'production',
}
