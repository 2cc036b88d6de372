import { classNames } from './class-names.ts'
import parts from './skeleton.module.css'
import { SkeletonFrame, SkeletonLine } from './skeleton.tsx'
import styles from './skeleton-shapes.module.css'

// In a file of their own, because the conversation list loads none of these shapes.

/** A loading grid of tiles. */
export const SkeletonGrid = ({ tiles }: { readonly tiles: number }) => (
  <SkeletonFrame count={tiles} className={styles.grid}>
    <span className={classNames(parts.shape, styles.tile)} />
  </SkeletonFrame>
)

/** Loading rows of a line and a switch. */
export const SkeletonSwitches = ({ rows }: { readonly rows: number }) => (
  <SkeletonFrame count={rows}>
    <div className={parts.row}>
      <SkeletonLine width={0.45} />
      <span className={classNames(parts.shape, styles.switch)} />
    </div>
  </SkeletonFrame>
)

/** The loading head of a profile. */
export const SkeletonProfile = () => (
  <SkeletonFrame count={1} className={styles.profile}>
    <span className={classNames(parts.shape, styles.picture)} />
    <span className={styles.names}>
      <SkeletonLine width={0.45} />
      <SkeletonLine width={0.75} />
    </span>
  </SkeletonFrame>
)

/** Loading pictures of people in a row, each with a name below it. */
export const SkeletonPeople = ({ people }: { readonly people: number }) => (
  <SkeletonFrame count={people} className={styles.people}>
    <span className={styles.person}>
      <span className={classNames(parts.shape, styles.face)} />
      <span className={styles.caption}>
        <SkeletonLine />
      </span>
    </span>
  </SkeletonFrame>
)
