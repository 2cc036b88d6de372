/** The extensions of the specification that this program has, with their versions (docs/extensions.md). */
export const extensionVersions = {
  reactions: 1,
  readers: 1,
  typing: 1,
  editing: 1,
  drafts: 1,
  pins: 1,
} as const

export type ExtensionName = keyof typeof extensionVersions

// Object.keys loses the type of the keys.
export const extensionNames = Object.keys(extensionVersions) as readonly ExtensionName[]
