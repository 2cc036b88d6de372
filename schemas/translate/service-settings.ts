import type { getSystemSetting } from '../wire/calls/service-settings.ts'
import type { DataOf } from '../wire/define-call.ts'
import { type ExtensionName, extensionNames, extensionVersions } from '../wire/extensions.ts'

/** The size limit of each kind of file, MB. Kinds without a server limit are absent. */
type SizeLimits = Readonly<Partial<Record<'image' | 'video' | 'audio' | 'file', number>>>

/** Limits of the server; undefined or absent where the server sets none [USER-09]. */
export interface ServiceSettings {
  /** How long the server keeps messages, days. */
  readonly retentionDays: number | undefined
  readonly mostForwardedMessages: number | undefined
  /** [FWD-06] */
  readonly mostForwardTargets: number | undefined
  /** Messages times conversations of one request to forward. */
  readonly mostForwardCopies: number | undefined
  /** [TAG-12] */
  readonly mostTagMembers: number | undefined
  /** Longest voice recording, seconds. */
  readonly longestRecording: number | undefined
  /** Sizes for users and for admins [MEDIA-23 USER-02]. */
  readonly user: SizeLimits
  readonly admin: SizeLimits
  /** Whether only admins are internal users [USER-02 USER-03]. */
  readonly isInternalControlled: boolean
  /** The extensions of the specification that both the server and this client have, in the same version. */
  readonly extensions: ReadonlySet<ExtensionName>
}

/** Translates the server's settings. A size of 0 or less counts as absent. */
export const toServiceSettings = (wire: DataOf<typeof getSystemSetting>): ServiceSettings => ({
  retentionDays: wire.messageRetentionDays ?? undefined,
  mostForwardedMessages: wire.maxForwardMessageCount ?? undefined,
  mostForwardTargets: wire.maxForwardSessionCount ?? undefined,
  mostForwardCopies: wire.maxForwardCopyCount ?? undefined,
  mostTagMembers: wire.maxTagMemberCount ?? undefined,
  longestRecording: wire.maxAudioDuration ?? undefined,
  user: present({
    image: wire.imageSizeLimit,
    video: wire.videoSizeLimit,
    audio: wire.audioSizeLimit,
    file: wire.fileSizeLimit,
  }),
  admin: present({
    image: wire.adminImageSizeLimit,
    video: wire.adminVideoSizeLimit,
    audio: wire.adminAudioSizeLimit,
    file: wire.adminFileSizeLimit,
  }),
  isInternalControlled: wire.internalUserControl === 1 || wire.internalUserControl === true,
  extensions: new Set(
    extensionNames.filter((name) =>
      wire.Extensions?.some(({ Name, Version }) => Name === name && Version === extensionVersions[name]),
    ),
  ),
})

const present = (limits: Readonly<Record<string, number | null | undefined>>): SizeLimits =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => (limit ?? 0) > 0))
