// How the halves of Ephyran's cards are drawn.

import type { EmblemName } from "../../art/emblems";
import type { IconName } from "../../art/icons";
import type { Half } from "./view";

/** The emblem of a magical token, and what it is worth. */
export const TOKENS: Record<string, { emblem: EmblemName; worth: number }> = {
    thunderbolt: { emblem: "zeus", worth: 3 },
    trident: { emblem: "poseidon", worth: 2 },
    owl: { emblem: "athena", worth: 1 },
    helmet: { emblem: "ares", worth: -1 },
};

/** The icon of each Support. */
export const SUPPORTS: Record<string, IconName> = {
    "castor-pollux": "twins",
    graeae: "eye",
    "athena-token": "token",
    "athena-exchange": "exchange",
    "ares-theft": "theft",
    "ares-destruction": "destruction",
    shield: "lock",
    hecate: "torch",
};

/** The figure of a creature or a Support. */
export const figureName = ({ creature, support }: Half): string => creature ?? support ?? "";
