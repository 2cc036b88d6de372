import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { getSystemSetting as settingsCall } from '#schemas/wire/calls/service-settings.ts'
import * as calls from '#schemas/wire/calls/system.ts'
import { extensionVersions } from '#schemas/wire/extensions.ts'
import { avatarLimit } from '../accounts/avatars.ts'
import { uploadLimitSettings } from '../files/store-file.ts'
import { forwardLimits } from '../forwarding/forward.ts'
import { originOf } from '../ports.ts'
import { tagLimits } from '../tags/tags.ts'
import { done, guarded, open } from './handler.ts'

/** The version this backend reports [BOOT-02]. */
export const serverVersion = '5.11.5'

const countries = getCountries()
  .map((Code) => ({ Code, TelCode: String(getCountryCallingCode(Code)) }))
  .sort((left, right) => (left.Code < right.Code ? -1 : 1))

const getCountryList = open(calls.getCountryList, async () => done(countries))

const { user, admin, isInternalControlled } = uploadLimitSettings

const getSystemSetting = guarded(settingsCall, async ({ services }) =>
  done({
    messageRetentionDays: 7,
    maxForwardMessageCount: forwardLimits.messages,
    maxForwardSessionCount: forwardLimits.targets,
    maxForwardCopyCount: forwardLimits.copies,
    maxTagMemberCount: tagLimits.members,
    headImgSizeLimit: avatarLimit,
    imageSizeLimit: user.image,
    videoSizeLimit: user.video,
    audioSizeLimit: user.audio,
    fileSizeLimit: user.file,
    adminHeadImgSizeLimit: avatarLimit,
    adminImageSizeLimit: admin.image,
    adminVideoSizeLimit: admin.video,
    adminAudioSizeLimit: admin.audio,
    adminFileSizeLimit: admin.file,
    internalUserControl: isInternalControlled ? 1 : 0,
    Extensions: [...services.extensions].map((Name) => ({ Name, Version: extensionVersions[Name] })),
  }),
)

const getConfig = open(calls.getConfig, async ({ peer }) =>
  done({
    // Empty: the API is at the address that this response came from.
    API_ENDPOINT: '',
    WEBSOCKET_ENDPOINT: `${originOf(peer).replace(/^http/, 'ws')}/socket`,
    AppDownloadUrl: '',
  }),
)

const getVersion = open(calls.getVersion, async () => done({ version: serverVersion }))

/** Reports to the operator that a client switched its file domain because the previous one failed (DEC-73). */
const notifyFileEndpointDomainChange = guarded(
  calls.notifyFileEndpointDomainChange,
  async ({ principal, fields, services }) => {
    await services.limits.take('fileDomainPerAccount', principal.accountId)
    services.faults.report({ kind: 'file-domain', detail: fields.Domain })
    return done(null)
  },
)

export const systemRoutes = [
  getCountryList,
  getSystemSetting,
  getConfig,
  getVersion,
  notifyFileEndpointDomainChange,
] as const
