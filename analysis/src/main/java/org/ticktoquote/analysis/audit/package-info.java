/** What the harness's own processes did while they measured, and which part of the response it may have made. */
@NullMarked
package org.ticktoquote.analysis.audit;

import org.jspecify.annotations.NullMarked;
