import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { followNoColors } from '#src/platform/unfollowed-colors.ts'
import { createAppRouter } from './router.tsx'
import type { RouterContext } from './router-context.ts'

/** A page that takes longer than this shows that it is on its way, ms. */
const patience = 400

/** Every page of the app by its router, once the one that is open has come or takes its time. */
export const openRoutedPages = async (
  context: RouterContext,
  history: RouterHistory,
): Promise<ComponentType> => {
  followNoColors(document)
  const router = createAppRouter(context, history)
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, patience))])
  return () => <RouterProvider router={router} />
}
