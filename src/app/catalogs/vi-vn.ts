import { joinAreas } from './join-areas.ts'

/** Every area's texts in one chunk, loaded when the language is chosen. */
export const messages = joinAreas(
  import.meta.glob(['../../../locales/vi-VN/*.po', '!**/{demo,inspection}.po'], {
    eager: true,
    import: 'messages',
  }),
)
