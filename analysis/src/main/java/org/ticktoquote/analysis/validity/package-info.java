/** Rules that decide the validity of a run, and their limits. */
@NullMarked
package org.ticktoquote.analysis.validity;

import org.jspecify.annotations.NullMarked;
