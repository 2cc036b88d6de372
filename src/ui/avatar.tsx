import { type CSSProperties, useState } from 'react'
import { avatarHue } from '#domain/formats/person-hues.ts'
import styles from './avatar.module.css'
import { classNames } from './class-names.ts'

export interface AvatarProps {
  /** The id that determines the hue when there is no picture. */
  readonly id: string | number
  readonly name: string
  readonly url?: string | undefined
  readonly size?: 'tiny' | 'small' | 'medium' | 'large' | 'huge'
  readonly isOnline?: boolean
}

// React's CSS properties have no custom properties.
const hueStyle = (hue: number): CSSProperties => ({ '--avatar-hue': String(hue) }) as CSSProperties

/** A picture, or initials on a hue derived from the id. Decorative: the name is in the text next to it. */
export const Avatar = ({ id, name, url, size = 'medium', isOnline = false }: AvatarProps) => {
  const [failedUrl, setFailedUrl] = useState<string>()
  const hasPicture = url !== undefined && url !== '' && url !== failedUrl
  return (
    <span
      className={classNames(styles.avatar, styles[size])}
      style={hueStyle(avatarHue(id))}
      aria-hidden="true"
    >
      {hasPicture ? (
        <img
          className={styles.picture}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailedUrl(url)}
        />
      ) : (
        <span className={styles.initials}>{avatarInitials(name)}</span>
      )}
      {isOnline && <span className={styles.online} />}
    </span>
  )
}

const isWide = (character: string): boolean =>
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(character)
const firstLetter = (word: string): string | undefined =>
  [...word].find((character) => /[\p{L}\p{N}]/u.test(character))

/**
 * Returns one or two initials of a name: of its first and last word, or one character in wide scripts. Words without a
 * letter count only if there are no others. Returns "?" for an empty name.
 */
export const avatarInitials = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  const letters = words.map(firstLetter).filter((letter) => letter !== undefined)
  const [first] = letters
  if (first === undefined) return [...name.trim()][0] ?? '?'
  if (isWide(first) || letters.length === 1) return first.toLocaleUpperCase()
  return (first + (letters.at(-1) ?? '')).toLocaleUpperCase()
}
