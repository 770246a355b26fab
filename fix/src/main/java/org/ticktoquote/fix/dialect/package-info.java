/** Differences between the FIX of counterparties: versions and names of instruments. */
@NullMarked
package org.ticktoquote.fix.dialect;

import org.jspecify.annotations.NullMarked;
