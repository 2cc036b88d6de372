import type { Emoticon } from '#domain/message/emoticons.ts'

/** Where the picture of an emoticon lies among the files of the app. */
export const emoticonAddress = ({ file }: Emoticon): string => `/emoticons/${file}`

/** The same as a style's background: hundreds of them cost less than as many elements with a source. */
export const emoticonPicture = (emoticon: Emoticon): string => `url("${emoticonAddress(emoticon)}")`
