interface ImportMetaEnv {
  /** Whether the machines can be looked into; every build configuration that is not for development says false. */
  readonly INSPECTION?: boolean
  /** Whether a service worker of this page stands for the server, as in the demo. */
  readonly IN_PAGE_BACKEND?: boolean
  /** The app's own script, which the page runs once what was seen last is painted. */
  readonly APP_FILE: string
}
