interface ImportMetaEnv {
  /** Whether this build contains the state machine inspector; true in development only. */
  readonly INSPECTION?: boolean
  /** Whether a service worker of this page acts as the server, as in the demo. */
  readonly IN_PAGE_BACKEND?: boolean
  /** The URL of the app's script, which the page runs after painting the cached list snapshot. */
  readonly APP_FILE: string
  /** The URL of the script with the code that only a signed-in account needs. */
  readonly ACCOUNT_FILE: string
  /** In the service worker only: the version key of its build. */
  readonly VERSION_KEY: string
}

/** MSW's service worker with our guard, built by vite.demo.config.ts. */
declare module 'virtual:guarded-mock-service-worker'

/** The packages in the build with their licences (scripts/third-party-licences.ts). Equal texts are stored once. */
declare module 'virtual:third-party-licences' {
  export interface ThirdPartyLicences {
    readonly packages: readonly {
      readonly name: string
      readonly version: string
      readonly licence: string
      /** An index of `texts`; absent if the package comes without a licence file. */
      readonly text?: number
    }[]
    readonly texts: readonly string[]
  }
  export const licences: ThirdPartyLicences
}

/** A compiled catalog. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}

/** The compiled areas of one part of the texts, built by scripts/build-plugins.ts. */
declare module 'virtual:catalogs/*' {
  export const areas: readonly import('@lingui/core').Messages[]
}

/** The Unicode emoji in one language, built by scripts/emoji-modules.ts: the rows of each group. */
declare module 'virtual:emoji-*' {
  export const groups: readonly (readonly import('#domain/message/emoji.ts').EmojiRow[])[]
}
