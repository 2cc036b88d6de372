import * as z from 'zod/mini'

const dynamicEndpointSource = z.looseObject({
  type: z.string(),
  source: z.string(),
  /** Sent as a private-token header to the git type [ENDP-17]. */
  token: z.optional(z.string()),
})
export type DynamicEndpointSource = z.infer<typeof dynamicEndpointSource>

/** The push provider's public key in base64url, and further configuration for other providers [NOTIF-16]. */
const pushSetting = z.looseObject({
  vapidKey: z.string().check(z.minLength(1)),
  config: z._default(z.record(z.string(), z.unknown()), {}),
})
export type PushSetting = z.infer<typeof pushSetting>

/** The brand of an installation [THEME-02]. Missing fields are those of the neutral brand. */
export const brandConfig = z.looseObject({
  key: z.string(),
  /** The app's name, in all languages. */
  name: z.optional(z.string()),
  /** One of the five themes [THEME-01]. */
  theme: z.optional(z.string()),
  /** The address of the icon; without one the app draws its neutral logo. */
  icon: z.optional(z.string()),
  /** The colour of the window's frame while the app loads, as CSS. */
  colour: z.optional(z.string()),
  /** Texts that replace those of the catalogs, by language and id. They have no placeholders. */
  texts: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
})
export type Brand = z.infer<typeof brandConfig>

/** Reads a brand; undefined if it is invalid. */
export const readBrand = (value: unknown): Brand | undefined => z.safeParse(brandConfig, value).data

/** The brand of files that are built before a configuration is known, such as the web app manifest. */
export const neutralBrand = { key: 'default', name: 'Chat', theme: 'aurora', colour: '#eaecf6' } as const

/** Returns the texts that a brand replaces in a language. */
export const brandTexts = ({ name, texts }: Brand, locale: string): Readonly<Record<string, string>> => ({
  ...(name === undefined ? {} : { 'common.app-name': name }),
  ...texts?.[locale],
})

/**
 * The global object that env.js publishes [BOOT-05]. Without endpoints and sources the app uses the page's own origin.
 */
export const environmentConfig = z.looseObject({
  brand: brandConfig,
  dynamicEndpoints: z._default(z.array(dynamicEndpointSource), []),
  apiEndpoints: z._default(z.array(z.string()), []),
  fileEndpoints: z._default(z.array(z.string()), []),
  fileUploadEndpoints: z._default(z.array(z.string()), []),
  websocketEndpoints: z._default(z.array(z.string()), []),
  /** Origins of other sites that may embed the app and hand in a session (DEC-38). */
  hostOrigins: z._default(z.array(z.string()), []),
  env: z._default(z.string(), 'production'),
  /** If it is missing or invalid, the app works without push (DEC-102). */
  push: z.catch(z.optional(pushSetting), undefined),
})
export type EnvironmentConfig = z.infer<typeof environmentConfig>

/** The name of the global object that env.js fills. */
export const environmentGlobal = '__APP_ENV__'

/** Reads the object of env.js; undefined if it is invalid [BOOT-06]. */
export function readEnvironment(published: unknown): EnvironmentConfig | undefined {
  const parsed = z.safeParse(environmentConfig, published)
  return parsed.success ? parsed.data : undefined
}
