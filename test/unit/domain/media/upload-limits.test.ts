import { describe, expect, it } from 'vitest'
import { checkFileSize, maxBytes, settingsBeforeServer, uploadLimitsOf } from '#domain/media/upload-limits.ts'
import { toServiceSettings } from '#schemas/translate/service-settings.ts'

const settings = {
  ...{ imageSizeLimit: 5, videoSizeLimit: 20, audioSizeLimit: null, fileSizeLimit: 0 },
  ...{ adminImageSizeLimit: 8, adminVideoSizeLimit: 100, adminAudioSizeLimit: 30 },
}
const usual = { image: 5, video: 20, audio: 10, file: 10 }
const raised = { image: 8, video: 100, audio: 30, file: 10 }
const [user, admin] = [1, 2]

describe('the upload limits of a person', () => {
  it.each([
    ['a user', user, 1, usual],
    ['a user', user, true, usual],
    ['an admin', admin, 1, raised],
    ['a user', user, 0, raised],
    ['a user', user, null, raised],
    ['an admin', admin, false, raised],
  ])(
    'who is %s (type %i), with separate internal users: %s [MEDIA-23 MEDIA-29 USER-02 USER-03]',
    (_, type, internalUserControl, limits) => {
      expect(uploadLimitsOf(toServiceSettings({ ...settings, internalUserControl }), type)).toEqual(limits)
    },
  )

  it.each([
    ['an admin', admin, raised],
    ['a user', user, usual],
    ['a person of unknown type', undefined, usual],
  ])('who is an ordinary user among separate ones, towards %s [MEDIA-29]', (_, friendType, limits) => {
    const withAccountTypes = toServiceSettings({ ...settings, internalUserControl: 1 })
    expect(uploadLimitsOf(withAccountTypes, user, friendType)).toEqual(limits)
  })

  it('are 10 MB each before the server sends settings, or if it sends none [MEDIA-25]', () => {
    const tens = { image: 10, video: 10, audio: 10, file: 10 }
    expect(uploadLimitsOf(settingsBeforeServer, admin)).toEqual(tens)
    expect(uploadLimitsOf(toServiceSettings({}), user)).toEqual(tens)
  })

  it('are never lowered for an admin', () => {
    const wire = { imageSizeLimit: 10, adminImageSizeLimit: 2, internalUserControl: 0 }
    expect(uploadLimitsOf(toServiceSettings(wire), admin).image).toBe(10)
  })
})

describe('the size of a file', () => {
  it.each([
    [10, 10_500_000],
    [1, 1_050_000],
    [50, 52_500_000],
    [0.3, 315_000],
  ])(
    'may for a limit of %f MB be %i bytes, a megabyte being 1,000,000 [MEDIA-24 MEDIA-26]',
    (limit, bytes) => {
      expect(maxBytes(limit)).toBe(bytes)
      expect(checkFileSize(bytes, limit)).toMatchObject({ isOk: true })
      expect(checkFileSize(bytes + 1, limit)).toMatchObject({ isOk: false })
    },
  )

  it('above that is answered by the limit [MEDIA-27 MEDIA-36]', () => {
    const words = { key: 'errors.file-size-limit', values: { limit: '10 MB' } }
    expect(checkFileSize(10_500_001)).toEqual({
      isOk: false,
      rejection: { ...words, name: 'FILE_TOO_LARGE' },
    })
  })

  it('may not be zero [MEDIA-28]', () => {
    expect(checkFileSize(0)).toMatchObject({ isOk: false, rejection: { key: 'errors.invalid-file' } })
  })
})
