/** What the run itself tells of the prices that an application makes. */
@NullMarked
package org.ticktoquote.analysis.learning;

import org.jspecify.annotations.NullMarked;
