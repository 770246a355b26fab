package org.ticktoquote.wire;

import java.util.Arrays;
import java.util.Optional;

/** What the frames of an interface begin with, as files of captures number it. */
enum LinkType {
    NULL(0),
    ETHERNET(1),
    RAW_BSD(12),
    RAW_OPENBSD(14),
    RAW(101),
    LOOP(108),
    LINUX_COOKED(113),
    IPV4(228),
    IPV6(229),
    LINUX_COOKED_2(276);

    private final int number;

    LinkType(int number) {
        this.number = number;
    }

    /** The link type of a number; empty for one whose frames cannot be read. */
    static Optional<LinkType> of(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
}
