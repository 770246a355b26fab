/** Turns received FIX bytes into journal records, and forwards to QuickFIX/J the messages that it needs. */
@NullMarked
package org.ticktoquote.fix.tap;

import org.jspecify.annotations.NullMarked;
