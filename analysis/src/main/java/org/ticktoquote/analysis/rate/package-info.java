/** Search for the highest rate at which service levels hold. */
@NullMarked
package org.ticktoquote.analysis.rate;

import org.jspecify.annotations.NullMarked;
