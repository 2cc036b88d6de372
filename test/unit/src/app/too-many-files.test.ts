import { describe, expect, it } from 'vitest'
import { acceptPicked } from '#domain/media/picked-files.ts'
import { rejectionText } from '#src/app/rejection-text.ts'
import { createTranslation } from '#src/app/translation.ts'

const images = Array.from({ length: 10 }, () => 'image' as const)
const videos = Array.from({ length: 3 }, () => 'video' as const)

describe('too many picked files', () => {
  it.each([
    [
      'en-US',
      [
        'Choose at most 9 photos at once.',
        'Choose at most 2 videos at once.',
        'Choose at most 1 audio file at once.',
        'Choose at most 1 file at once.',
      ],
    ],
    [
      'zh-CN',
      [
        '一次最多选择 9 张图片。',
        '一次最多选择 2 个视频。',
        '一次最多选择 1 个音频。',
        '一次最多选择 1 个文件。',
      ],
    ],
    [
      'zh-TW',
      [
        '一次最多選擇 9 張圖片。',
        '一次最多選擇 2 部影片。',
        '一次最多選擇 1 個音訊檔。',
        '一次最多選擇 1 個檔案。',
      ],
    ],
    [
      'vi-VN',
      [
        'Chỉ chọn tối đa 9 ảnh mỗi lần.',
        'Chỉ chọn tối đa 2 video mỗi lần.',
        'Chỉ chọn tối đa 1 tệp âm thanh mỗi lần.',
        'Chỉ chọn tối đa 1 tệp mỗi lần.',
      ],
    ],
  ] as const)(
    'are named in %s by their kinds, so that a mixed pick is clear [MEDIA-22]',
    async (locale, words) => {
      const { i18n, activate } = createTranslation()
      await activate(locale)
      const { rejections } = acceptPicked([], [...images, ...videos, 'audio', 'audio', 'file', 'file'])
      expect(rejections.map((one) => rejectionText((id, values) => i18n._(id, values), one))).toEqual(words)
    },
  )
})
