/** From the bytes of a socket to records of a journal: framing, extraction, and what QuickFIX/J still has to learn. */
@NullMarked
package org.ticktoquote.fix.tap;

import org.jspecify.annotations.NullMarked;
