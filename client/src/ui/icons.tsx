/** Our own few strokes, all on a 20-unit grid with one line weight. Decorative: the control carries the name. */
import type { ReactNode, SVGProps } from 'react'

function icon(drawing: ReactNode) {
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

export const SendIcon = icon(<path d="M10 16V4.500M5 9.300 10 4.300l5 5" />)
export const StopIcon = icon(<rect x="5.500" y="5.500" width="9" height="9" rx="1.500" fill="currentColor" />)
export const PlusIcon = icon(<path d="M10 4v12M4 10h12" />)
export const SearchIcon = icon(
  <>
    <circle cx="9" cy="9" r="5" />
    <path d="m13 13 3.500 3.500" />
  </>,
)
export const MenuIcon = icon(<path d="M3.500 6.500h13M3.500 13.500h8" />)
export const CloseIcon = icon(<path d="m5.500 5.500 9 9m0-9-9 9" />)
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="4.800" cy="10" r="1.350" />
    <circle cx="10" cy="10" r="1.350" />
    <circle cx="15.200" cy="10" r="1.350" />
  </g>,
)
export const CopyIcon = icon(
  <>
    <rect x="7" y="7" width="9.500" height="9.500" rx="2" />
    <path d="M13 7V5.500a2 2 0 0 0-2-2H5.500a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7" />
  </>,
)
export const CheckIcon = icon(<path d="m4.500 10.500 3.800 3.800 7.200-8" />)
export const AgainIcon = icon(<path d="M15.700 8A6 6 0 1 0 16 11.500M16 4.200V8h-3.800" />)
export const UpIcon = icon(
  <path d="M6.500 9v7.500h-3V9h3Zm0 0 3-5.700c1.500 0 2.200 1.100 1.900 2.500L11 8h3.800c1.200 0 2 1 1.700 2.200l-1.100 4.700a2 2 0 0 1-2 1.600H6.500" />,
)
export const DownIcon = icon(
  <path d="M13.500 11V3.500h3V11h-3Zm0 0-3 5.700c-1.500 0-2.200-1.100-1.900-2.500L9 12H5.200c-1.200 0-2-1-1.700-2.200l1.100-4.700a2 2 0 0 1 2-1.600h6.900" />,
)
export const ImageIcon = icon(
  <>
    <rect x="3.500" y="4" width="13" height="12" rx="2" />
    <circle cx="7.500" cy="8" r="1.200" />
    <path d="m4 14.500 3.800-3.700 2.700 2.600 2.200-2 3.500 3.300" />
  </>,
)
export const PencilIcon = icon(<path d="m4 16 .7-3.300 8.400-8.400a1.500 1.500 0 0 1 2.100 0l.5.500a1.500 1.500 0 0 1 0 2.100l-8.400 8.400L4 16Z" />)
export const TrashIcon = icon(<path d="M4 6h12M8 6V4.200h4V6m-6.300 0 .8 10h7l.8-10M8.500 9v4.500M11.500 9v4.500" />)
export const LinkIcon = icon(
  <path d="M8.500 11.500a3 3 0 0 0 4.300 0l2.600-2.600a3 3 0 0 0-4.300-4.300L10 5.700m1.500 2.800a3 3 0 0 0-4.300 0l-2.600 2.600a3 3 0 0 0 4.300 4.300L10 14.300" />,
)
export const LockIcon = icon(
  <>
    <rect x="4.500" y="9" width="11" height="7.500" rx="2" />
    <path d="M7 9V6.500a3 3 0 0 1 6 0V9" />
  </>,
)
export const GearIcon = icon(
  <>
    <path d="M3.500 6h7m4 0h2M3.500 14h2m4 0h7" />
    <circle cx="12.500" cy="6" r="2" />
    <circle cx="7.500" cy="14" r="2" />
  </>,
)
export const SunIcon = icon(
  <>
    <circle cx="10" cy="10" r="3.200" />
    <path d="M10 3v1.500m0 11V17m7-7h-1.500m-11 0H3m11.950-4.950-1.060 1.060m-7.780 7.780-1.060 1.060m9.900 0-1.060-1.060M6.110 6.110 5.050 5.050" />
  </>,
)
export const MoonIcon = icon(<path d="M15.800 11.800A6.300 6.300 0 0 1 8.200 4.200a6.300 6.300 0 1 0 7.600 7.600Z" />)
export const HalfIcon = icon(
  <>
    <circle cx="10" cy="10" r="6" />
    <path d="M10 4a6 6 0 0 1 0 12Z" fill="currentColor" />
  </>,
)
export const LayersIcon = icon(<path d="m10 3.500 6.500 3.300L10 10 3.500 6.800 10 3.500ZM3.500 10l6.500 3.300 6.500-3.300M3.500 13.200l6.500 3.300 6.500-3.300" />)
export const LeftIcon = icon(<path d="M12 5 7 10l5 5" />)
export const RightIcon = icon(<path d="m8 5 5 5-5 5" />)
export const DownArrowIcon = icon(<path d="M10 4v11.500M5 10.700l5 5 5-5" />)
export const OutIcon = icon(<path d="M8 4H5.500A1.500 1.500 0 0 0 4 5.500v9A1.500 1.500 0 0 0 5.500 16H8m4.500-3 3-3-3-3m3 3H8" />)
