import { describe, expect, it } from 'vitest'
import { extensionOf, fileFamilyOf } from '#domain/media/file-name.ts'

describe('the family of a file', () => {
  it.each([
    ['plan.pdf', 'document', 'pdf'],
    ['Plan.PDF', 'document', 'pdf'],
    ['archive.tar.gz', 'archive', 'gz'],
    ['figures.xlsx', 'sheet', 'xlsx'],
    ['talk.pptx', 'slides', 'pptx'],
    ['page.html', 'code', 'html'],
    ['tool.exe', 'program', 'exe'],
    ['tool.appimage', 'program', 'appimage'],
    ['photo.HEIC', 'picture', 'heic'],
    ['song.flac', 'sound', 'flac'],
    ['film.mkv', 'video', 'mkv'],
    ['README', 'other', ''],
    ['.profile', 'other', ''],
    ['a.constructor', 'other', ''],
    ['see chapter 3.about the sea', 'other', ''],
    ['x.abcde', 'other', 'abcde'],
  ])('%s is %s, its extension "%s"', (name, family, extension) => {
    expect([fileFamilyOf(name), extensionOf(name)]).toEqual([family, extension])
  })
})
