/** How counterparties differ in their FIX: versions and names of instruments. */
@NullMarked
package org.ticktoquote.fix.dialect;

import org.jspecify.annotations.NullMarked;
