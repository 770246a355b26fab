/** Seeded recordings that are statistically like the hour of a non-farm payroll announcement. */
@NullMarked
package org.ticktoquote.replayer.generate;

import org.jspecify.annotations.NullMarked;
