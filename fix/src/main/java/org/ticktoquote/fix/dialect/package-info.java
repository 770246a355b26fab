/** FIX dialects of counterparties: versions and instrument names. */
@NullMarked
package org.ticktoquote.fix.dialect;

import org.jspecify.annotations.NullMarked;
