/** Our own few strokes, all on a 20-unit grid with one line weight. Decorative: the control carries the name. */
import type { ReactNode, SVGProps } from 'react'

export function icon(drawing: ReactNode) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, when the module loads
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        viewBox="0 0 20 20"
        width="1.125em"
        height="1.125em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        {drawing}
      </svg>
    )
  }
}

export const SendIcon = icon(<path d="M10 16V4.5M5 9.3 10 4.3l5 5" />)
export const StopIcon = icon(<rect x="5.5" y="5.5" width="9" height="9" rx="1.5" fill="currentColor" />)
export const PlusIcon = icon(<path d="M10 4v12M4 10h12" />)
export const SearchIcon = icon(
  <>
    <circle cx="9" cy="9" r="5" />
    <path d="m13 13 3.5 3.5" />
  </>,
)
export const MenuIcon = icon(<path d="M3.5 6.5h13M3.5 13.5h8" />)
export const CloseIcon = icon(<path d="m5.5 5.5 9 9m0-9-9 9" />)
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="4.8" cy="10" r="1.35" />
    <circle cx="10" cy="10" r="1.35" />
    <circle cx="15.2" cy="10" r="1.35" />
  </g>,
)
export const CopyIcon = icon(
  <>
    <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
    <path d="M13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7" />
  </>,
)
export const CheckIcon = icon(<path d="m4.5 10.5 3.8 3.8 7.2-8" />)
export const AgainIcon = icon(<path d="M15.7 8A6 6 0 1 0 16 11.5M16 4.2V8h-3.8" />)
export const UpIcon = icon(
  <path d="M6.5 9v7.5h-3V9h3Zm0 0 3-5.7c1.5 0 2.2 1.1 1.9 2.5L11 8h3.8c1.2 0 2 1 1.7 2.2l-1.1 4.7a2 2 0 0 1-2 1.6H6.5" />,
)
export const DownIcon = icon(
  <path d="M13.5 11V3.5h3V11h-3Zm0 0-3 5.7c-1.5 0-2.2-1.1-1.9-2.5L9 12H5.2c-1.2 0-2-1-1.7-2.2l1.1-4.7a2 2 0 0 1 2-1.6h6.9" />,
)
export const ImageIcon = icon(
  <>
    <rect x="3.5" y="4" width="13" height="12" rx="2" />
    <circle cx="7.5" cy="8" r="1.2" />
    <path d="m4 14.5 3.8-3.7 2.7 2.6 2.2-2 3.5 3.3" />
  </>,
)
export const PencilIcon = icon(
  <path d="m4 16 .7-3.3 8.4-8.4a1.5 1.5 0 0 1 2.1 0l.5.5a1.5 1.5 0 0 1 0 2.1l-8.4 8.4L4 16Z" />,
)
export const TrashIcon = icon(<path d="M4 6h12M8 6V4.2h4V6m-6.3 0 .8 10h7l.8-10M8.5 9v4.5M11.5 9v4.5" />)
export const LinkIcon = icon(
  <path d="M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3L10 5.7m1.5 2.8a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3L10 14.3" />,
)
export const LockIcon = icon(
  <>
    <rect x="4.5" y="9" width="11" height="7.5" rx="2" />
    <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
  </>,
)
export const BookIcon = icon(
  <path d="M10 5.4C8.4 4.2 6.2 3.9 3.5 4.1v10.8c2.7-.2 4.9.1 6.5 1.3 1.6-1.2 3.8-1.5 6.5-1.3V4.1c-2.7-.2-4.9.1-6.5 1.3Zm0 0v10.8" />,
)
export const PinIcon = icon(
  <path d="M12.3 3.6 16.4 7.7 13.2 9l-2.4 4.4-4.2-4.2L11 6.8l1.3-3.2ZM8.6 11.4 4 16" />,
)
export const PauseIcon = icon(<path d="M7.5 5v10M12.5 5v10" strokeWidth="2" />)
export const GearIcon = icon(
  <>
    <path d="M3.5 6h7m4 0h2M3.5 14h2m4 0h7" />
    <circle cx="12.5" cy="6" r="2" />
    <circle cx="7.5" cy="14" r="2" />
  </>,
)
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.2" />
    <path d="M10 3v1.5m0 11V17m7-7h-1.5m-11 0H3m11.95-4.95-1.06 1.06m-7.78 7.78-1.06 1.06m9.9 0-1.06-1.06M6.11 6.11 5.05 5.05" />
  </>,
)
export const MoonIcon = icon(<path d="M15.8 11.8A6.3 6.3 0 0 1 8.2 4.2a6.3 6.3 0 1 0 7.6 7.6Z" />)
export const HalfIcon = icon(
  <>
    <circle cx="10" cy="10" r="6" />
    <path d="M10 4a6 6 0 0 1 0 12Z" fill="currentColor" />
  </>,
)
export const PeopleIcon = icon(
  <path d="M7.5 9.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM2.8 16c.3-2.7 2.2-4.2 4.7-4.2s4.4 1.5 4.7 4.2M13 9.3a2.3 2.3 0 1 0-.6-4.5M14.2 11.9c1.8.3 2.9 1.6 3.1 4.1" />,
)
export const LoopIcon = icon(
  <>
    <path d="M4.2 12.6a6 6 0 0 1 9.9-7.2M15.8 7.4a6 6 0 0 1-9.9 7.2" />
    <path d="M14.6 2.8v2.8h-2.8M5.4 17.2v-2.8h2.8" />
  </>,
)
export const CalendarIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="13" height="12" rx="2" />
    <path d="M3.5 8.5h13M7 2.8v3M13 2.8v3" />
  </>,
)
export const LayersIcon = icon(
  <path d="m10 3.5 6.5 3.3L10 10 3.5 6.8 10 3.5ZM3.5 10l6.5 3.3 6.5-3.3M3.5 13.2l6.5 3.3 6.5-3.3" />,
)
export const LeftIcon = icon(<path d="M12 5 7 10l5 5" />)
export const RightIcon = icon(<path d="m8 5 5 5-5 5" />)
export const DownArrowIcon = icon(<path d="M10 4v11.5M5 10.7l5 5 5-5" />)
export const OutIcon = icon(
  <path d="M8 4H5.5A1.5 1.5 0 0 0 4 5.5v9A1.5 1.5 0 0 0 5.5 16H8m4.5-3 3-3-3-3m3 3H8" />,
)
export const DownloadIcon = icon(<path d="M10 4v8.5M6 9l4 4 4-4M4 16.5h12" />)
export const WrapIcon = icon(
  <path d="M3.5 5h13M3.5 10h10a2.75 2.75 0 0 1 0 5.5H10m0 0 2-2m-2 2 2 2M3.5 15.5h3" />,
)
export const MicIcon = icon(
  <>
    <rect x="7.25" y="3" width="5.5" height="9" rx="2.75" />
    <path d="M4.5 9.5a5.5 5.5 0 0 0 11 0M10 15v2.2M7.5 17.2h5" />
  </>,
)
export const SpeakerIcon = icon(
  <path d="M3.5 8v4h2.7l3.6 3V5L6.2 8H3.5ZM12.6 7.6a3.4 3.4 0 0 1 0 4.8m2.3-7.1a6.6 6.6 0 0 1 0 9.4" />,
)
export const PlayIcon = icon(<path d="M7 4.8v10.4l8-5.2-8-5.2Z" />)
export const TalkIcon = icon(<path d="M3.5 8.5v3M6.75 6v8M10 3.5v13M13.25 6v8M16.5 8.5v3" />)
export const RibbonIcon = icon(<path d="M5.5 3.5h9v13L10 13l-4.5 3.5v-13Z" />)
export const FolderIcon = icon(
  <path d="M3.5 6a1.5 1.5 0 0 1 1.5-1.5h3L9.8 6.5H15A1.5 1.5 0 0 1 16.5 8v6.5A1.5 1.5 0 0 1 15 16H5a1.5 1.5 0 0 1-1.5-1.5V6Z" />,
)
export const ArchiveIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="13" height="3.5" rx="1" />
    <path d="M4.8 8v6.5A1.5 1.5 0 0 0 6.3 16h7.4a1.5 1.5 0 0 0 1.5-1.5V8M8.3 11h3.4" />
  </>,
)
export const SelectIcon = icon(
  <>
    <rect x="4" y="4" width="12" height="12" rx="2.5" />
    <path d="m7 10.2 2.2 2.2L13.2 8" />
  </>,
)
export const PrintIcon = icon(
  <path d="M6.5 8V4h7v4M6.5 13.5H5A1.5 1.5 0 0 1 3.5 12V9.5A1.5 1.5 0 0 1 5 8h10a1.5 1.5 0 0 1 1.5 1.5V12a1.5 1.5 0 0 1-1.5 1.5h-1.5m-7-2h7V16h-7v-4.5Z" />,
)
export const DocumentIcon = icon(
  <path d="M6 3.5h5L15 7.6v7.9a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1Zm5 0v4.1h4M7.7 11h4.6M7.7 13.6h3" />,
)
export const UploadIcon = icon(<path d="M10 12.5V4M6 7.6l4-4 4 4M4 16.5h12" />)
export const ClipIcon = icon(
  <path d="m14.8 9.4-5 5a3.1 3.1 0 0 1-4.4-4.4l5.6-5.6a2.1 2.1 0 0 1 3 3l-5.6 5.5a1 1 0 0 1-1.5-1.4l4.7-4.7" />,
)
export const ForkIcon = icon(
  <>
    <circle cx="6" cy="4.8" r="1.8" />
    <circle cx="6" cy="15.2" r="1.8" />
    <circle cx="14" cy="8" r="1.8" />
    <path d="M6 6.6v6.8M6 12c0-2.4 1.2-3.4 3.4-3.6l2.8-.3" />
  </>,
)
/** What is said in it leaves no trace. */
export const TemporaryIcon = icon(
  <path
    d="M6 4.5h8a2.5 2.5 0 0 1 2.5 2.5v4.5A2.5 2.5 0 0 1 14 14h-3.5L7 16.8V14H6a2.5 2.5 0 0 1-2.5-2.5V7A2.5 2.5 0 0 1 6 4.5Z"
    strokeDasharray="2.4 2.5"
  />,
)
