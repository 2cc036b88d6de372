import type { getSystemSetting } from '../wire/calls/service-settings.ts'
import type { DataOf } from '../wire/define-call.ts'
import { type ExtensionName, extensionNames, extensionVersions } from '../wire/extensions.ts'

/** The size limits of uploads by kind of file, MB. A kind without a limit is absent. */
type SizeLimits = Readonly<Partial<Record<'image' | 'video' | 'audio' | 'file', number>>>

/** The settings of the server for its clients [USER-09]. A limit that the server does not set is undefined or absent. */
export interface ServiceSettings {
  /** How long the server keeps messages, days. */
  readonly retentionDays: number | undefined
  /** Messages of one request to forward. */
  readonly mostForwardedMessages: number | undefined
  /** Conversations of one request to forward [FWD-06]. */
  readonly mostForwardTargets: number | undefined
  /** Copies that one request to forward creates: its messages times its conversations. */
  readonly mostForwardCopies: number | undefined
  /** Friends of one tag [TAG-12]. */
  readonly mostTagMembers: number | undefined
  /** Longest voice recording, seconds. */
  readonly longestRecording: number | undefined
  /** For ordinary users [MEDIA-23]. */
  readonly user: SizeLimits
  /** For admins [USER-02]. */
  readonly admin: SizeLimits
  /** Whether only admins are internal users [USER-02 USER-03]. */
  readonly isInternalControlled: boolean
  /** The extensions of the specification that both the server and this client have, in the same version. */
  readonly extensions: ReadonlySet<ExtensionName>
}

/** Translates the server's settings. A size limit of 0 or less means no limit. */
export const toServiceSettings = (wire: DataOf<typeof getSystemSetting>): ServiceSettings => ({
  retentionDays: wire.messageRetentionDays ?? undefined,
  mostForwardedMessages: wire.maxForwardMessageCount ?? undefined,
  mostForwardTargets: wire.maxForwardSessionCount ?? undefined,
  mostForwardCopies: wire.maxForwardCopyCount ?? undefined,
  mostTagMembers: wire.maxTagMemberCount ?? undefined,
  longestRecording: wire.maxAudioDuration ?? undefined,
  user: withoutUnlimited({
    image: wire.imageSizeLimit,
    video: wire.videoSizeLimit,
    audio: wire.audioSizeLimit,
    file: wire.fileSizeLimit,
  }),
  admin: withoutUnlimited({
    image: wire.adminImageSizeLimit,
    video: wire.adminVideoSizeLimit,
    audio: wire.adminAudioSizeLimit,
    file: wire.adminFileSizeLimit,
  }),
  isInternalControlled: wire.internalUserControl === 1 || wire.internalUserControl === true,
  extensions: extensionsIn(
    Object.fromEntries(wire.Extensions?.map(({ Name, Version }) => [Name, Version]) ?? []),
  ),
})

/** Returns the extensions that this client has in the given versions, which have names as keys. */
export const extensionsIn = (versions: Readonly<Record<string, number>>): ReadonlySet<ExtensionName> =>
  new Set(extensionNames.filter((name) => versions[name] === extensionVersions[name]))

/** Returns the versions of extensions that the server and this client have, by name. */
export const versionsOf = (extensions: ReadonlySet<ExtensionName>): Record<string, number> =>
  Object.fromEntries([...extensions].map((name) => [name, extensionVersions[name]]))

const withoutUnlimited = (limits: Readonly<Record<string, number | null | undefined>>): SizeLimits =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => (limit ?? 0) > 0))
