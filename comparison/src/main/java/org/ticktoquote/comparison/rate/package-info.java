/** Search for the highest rate at which service levels hold. */
@NullMarked
package org.ticktoquote.comparison.rate;

import org.jspecify.annotations.NullMarked;
