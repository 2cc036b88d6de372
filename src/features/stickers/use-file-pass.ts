import { useEffect, useState } from 'react'
import { useAccount } from '#src/app/client-context.tsx'

/** Whether this browser may fetch files of the account by now (DEC-114); they are asked for afterwards. */
export const useFilePass = (): boolean => {
  const { media } = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    let isOver = false
    void media.openFiles().then((hasPass) => {
      if (!isOver) setIsOpen(hasPass)
    })
    return () => {
      isOver = true
    }
  }, [media])
  return isOpen
}
