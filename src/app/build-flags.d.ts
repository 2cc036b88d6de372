interface ImportMetaEnv {
  /** Whether the machines can be looked into; every build configuration that is not for development says false. */
  readonly INSPECTION?: boolean
}
