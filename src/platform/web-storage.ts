type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns the storage of this device. Stores nothing if the browser forbids it. */
export const openDeviceStorage = (): WebStorage => openUnlessForbidden(() => localStorage)

/** Returns the storage of this tab, which survives reloads. Stores nothing if the browser forbids it. */
export const openTabStorage = (open: () => WebStorage = () => sessionStorage): WebStorage =>
  openUnlessForbidden(open)

/** A browser that forbids storage throws on access. */
const openUnlessForbidden = (open: () => WebStorage): WebStorage => {
  try {
    return open()
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  }
}
