export interface Browser {
  readonly name: string
  /** Major and minor, such as 16.4. */
  readonly version: number
}

/**
 * Families in the order in which they are detected: every browser except Firefox also claims to be Chrome or Safari.
 */
const families: readonly { readonly name: string; readonly mark: RegExp; readonly minimum: number }[] = [
  { name: 'Edge', mark: /\bEdg(?:A|iOS)?\/(\d+(?:\.\d+)?)/, minimum: 111 },
  { name: 'Samsung Internet', mark: /\bSamsungBrowser\/(\d+(?:\.\d+)?)/, minimum: 22 },
  { name: 'Firefox', mark: /\b(?:Firefox|FxiOS)\/(\d+(?:\.\d+)?)/, minimum: 113 },
  { name: 'Chromium', mark: /\bChromium\/(\d+(?:\.\d+)?)/, minimum: 111 },
  { name: 'Chrome', mark: /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+(?:\.\d+)?)/, minimum: 111 },
  { name: 'Safari', mark: /\bVersion\/(\d+(?:\.\d+)?)(?:\.\d+)*(?: Mobile\/\S+)? Safari\//, minimum: 16.4 },
]

/** Browsers with the token of a listed family that do not belong to it. */
const unlisted =
  /\b(?:OPR|Opera|Vivaldi|YaBrowser|UCBrowser|MiuiBrowser|HuaweiBrowser|QQBrowser|MQQBrowser|MSIE|Trident)\b/

const findFamily = (userAgent: string) => {
  if (unlisted.test(userAgent)) return undefined
  for (const family of families) {
    const version = family.mark.exec(userAgent)?.[1]
    if (version !== undefined) return { ...family, version: Number(version) }
  }
  return undefined
}

/** Detects the browser from a user agent; undefined if it is not listed. */
export const findBrowser = (userAgent: string): Browser | undefined => {
  const family = findFamily(userAgent)
  return family === undefined ? undefined : { name: family.name, version: family.version }
}

/**
 * Whether the browser is one of the listed families and not older than its minimum (DEC-05) [BOOT-18 BOOT-19 BOOT-20
 * BOOT-21 BOOT-22].
 */
export const isCompatible = (userAgent: string): boolean => {
  const family = findFamily(userAgent)
  return family !== undefined && family.version >= family.minimum
}
