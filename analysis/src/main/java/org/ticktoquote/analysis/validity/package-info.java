/** Rules that say what a run is worth, and their limits. */
@NullMarked
package org.ticktoquote.analysis.validity;

import org.jspecify.annotations.NullMarked;
