import { type CSSProperties, useState } from 'react'
import styles from './avatar.module.css'
import { avatarHue, avatarInitials } from './avatar-initials.ts'
import { classNames } from './class-names.ts'

export interface AvatarProps {
  /** Whose it is; gives the hue while there is no picture. */
  readonly id: string | number
  readonly name: string
  readonly url?: string | undefined
  readonly size?: 'tiny' | 'small' | 'medium' | 'large' | 'huge'
  readonly isOnline?: boolean
}

// A custom property is not among React's CSS properties, hence the wider type.
const hueStyle = (hue: number): CSSProperties => ({ '--avatar-hue': String(hue) }) as CSSProperties

/** A picture, or initials on a hue taken from the id. Decoration: the name stands in words beside it. */
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
