import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './illustration.module.css'

const bubble =
  'M44 20h32a14 14 0 0 1 14 14v14a14 14 0 0 1-14 14H57L44 74V62a14 14 0 0 1-14-14V34a14 14 0 0 1 14-14Z'
const { paper, tint, solid, line, thick, faint, on } = styles

const magnifier = (
  <>
    <circle className={paper} cx="54" cy="42" r="22" />
    <path className={classNames(line, thick)} d="m71 59 16 17" />
  </>
)

const person = (x: number, y: number, fill: string | undefined) => (
  <>
    <path className={fill} d={`M${x - 19} ${y + 40}c1-14 8-21 19-21s18 7 19 21Z`} />
    <circle className={fill} cx={x} cy={y} r="11" />
  </>
)

const plus = (x: number, y: number) => (
  <>
    <circle className={solid} cx={x} cy={y} r="11" />
    <path className={on} d={`M${x} ${y - 5}v10m-5-5h10`} />
  </>
)

/** In a frame of 120 × 96 units. */
const illustrations = {
  conversations: (
    <>
      <path
        className={tint}
        d="M34 20h32a10 10 0 0 1 10 10v12a10 10 0 0 1-10 10H44l-11 9v-9a10 10 0 0 1-9-10V30a10 10 0 0 1 10-10Z"
      />
      <path
        className={paper}
        d="M58 38h30a10 10 0 0 1 10 10v12a10 10 0 0 1-9 10v10L78 70H58a10 10 0 0 1-10-10V48a10 10 0 0 1 10-10Z"
      />
      <path className={faint} d="M58 50h30m-30 9h18" />
    </>
  ),
  window: (
    <>
      <rect className={paper} x="20" y="18" width="80" height="60" rx="9" />
      <path className={line} d="M48 18v60" />
      <path className={faint} d="M35 32h7m-7 14h7m-7 14h7" />
      <circle className={solid} cx="29" cy="32" r="3" />
      <circle className={tint} cx="29" cy="46" r="3" />
      <circle className={tint} cx="29" cy="60" r="3" />
      <rect className={tint} x="56" y="30" width="26" height="12" rx="6" />
      <rect className={solid} x="68" y="52" width="24" height="12" rx="6" />
    </>
  ),
  hello: (
    <>
      <path className={paper} d={bubble} />
      <circle className={solid} cx="51" cy="36" r="3" />
      <circle className={solid} cx="69" cy="36" r="3" />
      <path className={line} d="M49 45c5 7 17 7 22 0" />
    </>
  ),
  gone: (
    <>
      <path className={classNames(paper, styles.dashed)} d={bubble} />
      <path className={line} d="m53 34 14 14m0-14L53 48" />
    </>
  ),
  done: (
    <>
      <path className={paper} d={bubble} />
      <path className={classNames(line, styles.middle)} d="m46 42 9 9 20-20" />
    </>
  ),
  person: (
    <>
      <rect className={paper} x="26" y="16" width="68" height="64" rx="10" />
      <circle className={tint} cx="60" cy="38" r="10" />
      <path className={tint} d="M42 68c1-11 8-16 18-16s17 5 18 16Z" />
      <path className={line} d="M50 16v-4h20v4" />
    </>
  ),
  people: (
    <>
      {person(52, 36, paper)}
      {plus(84, 38)}
    </>
  ),
  groups: (
    <>
      {person(36, 32, tint)}
      {person(84, 32, tint)}
      {person(60, 40, paper)}
    </>
  ),
  announcement: (
    <>
      <path className={tint} d="M40 54h11l5 20H45Z" />
      <path className={paper} d="M34 34h14l34-14v48L48 54H34a10 10 0 0 1 0-20Z" />
      <path className={line} d="M48 34v20m43-18a12 12 0 0 1 0 16" />
    </>
  ),
  requests: (
    <>
      <rect className={paper} x="24" y="28" width="68" height="50" rx="8" />
      <path className={line} d="m27 32 31 24 31-24" />
      {plus(90, 28)}
    </>
  ),
  tag: (
    <>
      <path
        className={tint}
        d="M36 22h24a7 7 0 0 1 5 2l26 26a7 7 0 0 1 0 10L72 79a7 7 0 0 1-10 0L36 53a7 7 0 0 1-2-5V24a2 2 0 0 1 2-2Z"
      />
      <circle className={paper} cx="47" cy="35" r="5" />
      <path className={faint} d="m58 56 12-12m-4 20 8-8" />
    </>
  ),
  bookmark: (
    <>
      <rect className={paper} x="32" y="16" width="56" height="64" rx="9" />
      <path className={solid} d="M64 12h16v32l-8-7-8 7Z" />
      <path className={faint} d="M42 32h13M42 46h13M42 60h36" />
    </>
  ),
  sticker: (
    <>
      <path
        className={paper}
        d="M46 16h28a16 16 0 0 1 16 16v24L66 80H46a16 16 0 0 1-16-16V32a16 16 0 0 1 16-16Z"
      />
      <path className={tint} d="M90 56H76a10 10 0 0 0-10 10v14Z" />
      <circle className={solid} cx="51" cy="38" r="3" />
      <circle className={solid} cx="69" cy="38" r="3" />
      <path className={line} d="M49 49c4 6 13 7 18 3" />
    </>
  ),
  search: (
    <>
      {magnifier}
      <path className={faint} d="M44 37h20m-20 10h12" />
    </>
  ),
  'no-result': (
    <>
      {magnifier}
      <path className={line} d="m47 35 14 14m0-14L47 49" />
    </>
  ),
  media: (
    <>
      <rect className={tint} x="42" y="16" width="54" height="42" rx="8" />
      <rect className={paper} x="24" y="28" width="60" height="50" rx="8" />
      <circle className={solid} cx="40" cy="43" r="5" />
      <path className={line} d="m28 72 16-17 11 11 9-9 16 15" />
    </>
  ),
  storage: (
    <>
      <rect className={paper} x="26" y="22" width="68" height="24" rx="7" />
      <rect className={tint} x="26" y="52" width="68" height="24" rx="7" />
      <circle className={solid} cx="82" cy="34" r="3" />
      <circle className={solid} cx="82" cy="64" r="3" />
      <path className={faint} d="M38 34h22M38 64h22" />
    </>
  ),
  shield: (
    <>
      <path className={paper} d="m60 12 27 9v21c0 19-11 31-27 39-16-8-27-20-27-39V21Z" />
      <circle className={line} cx="60" cy="45" r="13" />
      <path className={line} d="m51 54 18-18" />
    </>
  ),
  code: (
    <>
      <rect className={paper} x="30" y="18" width="60" height="60" rx="10" />
      <rect className={tint} x="40" y="28" width="14" height="14" rx="3" />
      <rect className={tint} x="66" y="28" width="14" height="14" rx="3" />
      <rect className={tint} x="40" y="54" width="14" height="14" rx="3" />
      <path className={line} d="M67 55h4m9 0v5m-13 8v-4m13 4h-5" />
    </>
  ),
  share: (
    <>
      <path className={tint} d="M32 46v24a8 8 0 0 0 8 8h40a8 8 0 0 0 8-8V46Z" />
      <path className={classNames(line, styles.middle)} d="M60 60V18M46 31l14-14 14 14" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type IllustrationName = keyof typeof illustrations

/** A small picture for an empty place, in the colours of the theme. */
export const Illustration = ({ name }: { readonly name: IllustrationName }) => (
  <svg aria-hidden="true" viewBox="0 0 120 96" className={styles.illustration}>
    <path className={styles.backdrop} d="M14 52C9 27 34 7 62 8s49 16 46 42-22 40-52 39S18 76 14 52Z" />
    {illustrations[name]}
  </svg>
)
