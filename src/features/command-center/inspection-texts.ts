import type { Messages } from '@lingui/core'
import { useAreaTexts } from '#src/app/use-area-texts.ts'

/** The inspector's words by file; they come with the inspector only, so that no product build carries them. */
const catalogs = import.meta.glob<Messages>('../../../locales/*/inspection.po', { import: 'messages' })

/** Adds the inspector's words to the spoken language; false until they are there. */
export const useInspectionTexts = (): boolean => useAreaTexts(catalogs)
