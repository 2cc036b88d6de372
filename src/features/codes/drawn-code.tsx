import { encodeQR } from 'qr'
import { type Ref, useMemo } from 'react'
import { Avatar } from '#src/ui/avatar.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './codes.module.css'

/** The side of a drawn code, CSS pixels [QR-21]. */
export const codeSide = 256

/** The person or group of a code. */
export interface CodeOwner {
  readonly id: string | number
  readonly name: string
  readonly avatarUrl: string
}

interface DrawnCodeProps {
  readonly url: string
  readonly owner: CodeOwner
  readonly ref?: Ref<HTMLElement>
}

/**
 * A code at 256 px with error level M and its owner's picture in the middle, which covers less than the level can
 * correct [QR-21]. Dark on light in every theme, because scanners expect it.
 */
export const DrawnCode = ({ url, owner, ref }: DrawnCodeProps) => {
  const text = useText()
  const { size, path } = useMemo(() => drawModules(url), [url])
  return (
    <figure ref={ref} className={styles.code}>
      <svg
        className={styles.modules}
        role="img"
        aria-label={text('codes.picture', { name: owner.name })}
        width={codeSide}
        height={codeSide}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <span className={styles.middle}>
        <Avatar id={owner.id} name={owner.name} url={owner.avatarUrl} size="small" />
      </span>
    </figure>
  )
}

/** Returns the dark modules of a text's code as one path, with its quiet zone of two modules. */
export function drawModules(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, path }
}
