import type { Emoticon } from '#domain/message/emoticons.ts'

/** Where the picture of an emoticon lies among the files of the app. */
export const emoticonAddress = ({ file }: Emoticon): string => `/emoticons/${file}`
