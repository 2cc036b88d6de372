import type { getSystemSetting } from '../wire/calls/settings.ts'
import type { DataOf } from '../wire/define-call.ts'

/** Largest file of each kind in MB; what the server does not say is left out. */
type SizeLimits = Readonly<Partial<Record<'image' | 'video' | 'audio' | 'file', number>>>

/** What the settings say of the size of files [MEDIA-23 USER-02]; a figure that is no size counts as left out. */
export const toSizeLimits = (
  wire: DataOf<typeof getSystemSetting>,
): { readonly user: SizeLimits; readonly admin: SizeLimits; readonly isInternalControlled: boolean } => ({
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
  isInternalControlled: toInternalControl(wire),
})

/** Whether only admins are internal users [USER-02 USER-03]. */
export const toInternalControl = ({ internalUserControl }: DataOf<typeof getSystemSetting>): boolean =>
  internalUserControl === 1 || internalUserControl === true

const present = (figures: Readonly<Record<string, number | null | undefined>>): SizeLimits =>
  Object.fromEntries(Object.entries(figures).filter(([, figure]) => (figure ?? 0) > 0))
