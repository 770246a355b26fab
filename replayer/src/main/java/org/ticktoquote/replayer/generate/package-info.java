/** Seeded recordings that statistically resemble the hour of a non-farm payroll announcement. */
@NullMarked
package org.ticktoquote.replayer.generate;

import org.jspecify.annotations.NullMarked;
