export interface paths {
    "/api/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeadLetterList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dead-letters/{letter_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    letter_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dead-letters/{letter_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    letter_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminEventList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HealthShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvitationList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewInviteBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeInviteShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/invites/{invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    invite_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QueueShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MailList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    search?: string | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/organizations/{org_id}/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnerBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationEntry"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/organizations/{org_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OrganizationPlanBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationEntry"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/prompt-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsVersion"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SettingsChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsVersion"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/prompt-settings/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Restored"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsVersion"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/prompt-settings/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Tried"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TriedWay"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/prompt-settings/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    before?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SettingsVersions"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    feature?: "chats_per_day" | "voice_minutes_per_month" | "memory_characters_per_day" | "background_calls_per_day" | "storage_bytes";
                    period?: string | null;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UsageOfAllShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    search?: string | null;
                    organizationId?: string | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/appoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PlanBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserEntry"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/remove-second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResetLink"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{user_id}/unsuspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StepShape"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ConfirmBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StepShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PendingEmailChange"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewEmailBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EmailChange"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/change/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmailLinkBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UndoBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/undo/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmailLinkBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OldEmail"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmailLinkBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/verify/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IdentityList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/identities/{identity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    identity_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LoginBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
                /** @description The password is right; the second factor is asked for */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StepShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StepShape"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProofBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["LogOutEverywhereBody"] | null;
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LeaveBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProfileBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/auth/oidc/{provider}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    provider: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LinkBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LinkBegun"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/oidc/{provider}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    returnTo?: string | null;
                    /** @deprecated */
                    link?: boolean;
                };
                header?: never;
                path: {
                    provider: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description To the provider, or to `/login?error=…` */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PasswordBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ForgotBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResetBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Ways"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RegisterBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactorsShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecretShape"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/app/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CodeBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PasskeyBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PasskeyOptions"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    passkey_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignInList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-ins/{sign_in_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sign_in_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chatId: string;
                    fromSeq?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveredStream"];
                    };
                };
                /** @description No answer is being written */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    accept?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatBody"];
                    "multipart/form-data": {
                        /** Format: binary */
                        audio?: string;
                        personaId?: string;
                        language?: string;
                        /** Format: uuid */
                        chatId?: string;
                        /** Format: uuid */
                        messageId?: string;
                    };
                };
            };
            responses: {
                /** @description The AI SDK's UI message stream, or JSON when asked for */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JsonAnswer"];
                        "text/event-stream": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/{chat_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Stopped"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/{chat_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    streamId?: string | null;
                };
                header?: {
                    "last-event-id"?: string | null;
                };
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The running answer, from its start or after Last-Event-ID */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                /** @description No answer is being written */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                    shelf?: "active" | "pinned" | "archived" | "shared";
                    folder?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PauseShape"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PauseShape"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PauseShape"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chatId: string;
                    limit?: number;
                    before?: string | null;
                    around?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessageList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    message_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SaidShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    query: string;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FoundList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chat_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: {
                    forget?: boolean;
                };
                header?: never;
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description With `forget=true`: the signed receipt of what was forgotten */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReceiptShape"];
                    };
                };
                /** @description Without: the chat is deleted; what was learned from it stays in the memory */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    chat_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatChange"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/chats/{chat_id}/messages/{message_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    chat_id: string;
                    message_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Rating"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FileEntry"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    file_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    file_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InfoShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invites/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InviteCodeBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invites/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InviteCodeBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SeenInvite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KeyList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["KeyBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeKey"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/loops/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FeedState"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeFeed"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OrganizationBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MyOrganization"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OrganizationBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/organizations/{org_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EventList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InviteList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InviteBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InviteShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/invites/{invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                    invite_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationKeyList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["KeyBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MadeOrganizationKey"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                    key_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LeaveOrganizationBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MemberList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RoleBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MemberShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/organizations/{org_id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SecondFactorBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrganizationShape"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/page-errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PageErrorBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PersonaList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PlanList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/turns/{turn_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    turn_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReplayBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Replay"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/turns/{turn_id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    turn_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Trace"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Usage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/time-zone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ZoneBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Zone"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AboutShape"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IdentityShape"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    query?: string;
                    asOf?: string | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntityList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/episodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    ids: string;
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EpisodeList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One JSON object a line */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/x-ndjson": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    query?: string | null;
                    includeRetired?: boolean;
                    pinned?: boolean | null;
                    personaId?: string | null;
                    asOf?: string | null;
                    kind?: string | null;
                    entityId?: number | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/facts/{fact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path: {
                    fact_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    fact_id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FactPatch"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/memory/facts/{fact_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path: {
                    fact_id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactHistory"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Wish"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReceiptShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/forget/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Meant"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CountShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    asOf?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PictureShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IdentityShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-ndjson": string;
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Imported"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    asOf?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KindList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/learned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    externalId: string;
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LearnedShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/loops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LoopQuestion"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoopList"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/loops/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LoopBody"];
                };
            };
            responses: {
                /** @description Successful Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoopShape"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/loops/{loop_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    loop_id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LoopPatch"];
                };
            };
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoopShape"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/memory/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QualityShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                    limit?: number;
                    cursor?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReceiptList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memory/receipts/{receipt_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    tenantId?: string | null;
                    userId?: string | null;
                };
                header?: never;
                path: {
                    receipt_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Successful Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VerificationShape"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AboutShape: {
            tenantId?: string | null;
            userId?: string | null;
            about: string;
        };
        AdminEventList: {
            events: components["schemas"]["AdminEventShape"][];
            nextCursor: string | null;
        };
        AdminEventShape: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            actor: components["schemas"]["NamedThing"] | null;
            what: string;
            target: components["schemas"]["NamedThing"] | null;
            organization: components["schemas"]["NamedThing"] | null;
            detail: {
                [key: string]: unknown;
            };
        };
        AskedSecondFactorShape: {
            /** Format: date-time */
            since: string;
            graceDays: number;
            deadline: string | null;
            isKeptOut: boolean;
        };
        /** @description One try at one model. */
        AttemptTrace: {
            name: string;
            /** @enum {string} */
            outcome: "answered" | "failed" | "cancelled";
            failure: ("unreachable" | "slow_first_byte" | "stalled" | "cut_off" | "malformed" | "unauthorized" | "rate_limited" | "rejected" | "server_error" | "empty" | "not_configured" | "spent") | null;
            ms: number | null;
            firstEventMs: number | null;
            inputTokens: number | null;
            outputTokens: number | null;
            costUsd: number | null;
        };
        BlockDifference: {
            /** @enum {string} */
            kind: "persona" | "conversation_posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "commitments" | "threads" | "frictions" | "wins" | "user_seed" | "summary_spine" | "current_session" | "latest_session" | "session_state" | "foundation_memories" | "relevant_memories" | "about" | "memory" | "conversation_summary" | "recall_sheet" | "instructions" | "history" | "real_time" | "user_message" | "system" | "persona_knowledge" | "user_documents" | "org_documents" | "company";
            /** @enum {string} */
            change: "same" | "changed" | "added" | "removed";
            then: components["schemas"]["ReplayedText"] | null;
            replayed: components["schemas"]["ReplayedText"] | null;
        };
        /** @description A piece of the prompt, and what became of it. */
        BlockTrace: {
            /** @enum {string} */
            kind: "persona" | "conversation_posture" | "overlay" | "bridge" | "handover" | "ops" | "envelope" | "commitments" | "threads" | "frictions" | "wins" | "user_seed" | "summary_spine" | "current_session" | "latest_session" | "session_state" | "foundation_memories" | "relevant_memories" | "about" | "memory" | "conversation_summary" | "recall_sheet" | "instructions" | "history" | "real_time" | "user_message" | "system" | "persona_knowledge" | "user_documents" | "org_documents" | "company";
            order: number;
            tokens: number;
            /** @enum {string} */
            status: "kept" | "compressed" | "dropped";
            reason: string;
            sha256: string;
            /** @default [] */
            sources: components["schemas"]["SourceTrace"][];
            text: string | null;
            withheld: string | null;
        };
        ChatBody: {
            /** Format: uuid */
            id: string;
            message?: components["schemas"]["SentMessage"] | null;
            selectedPersonaId?: string | null;
            selectedProfileId?: string | null;
            selectedModel?: string | null;
            selectedLength?: ("shorter" | "longer") | null;
            withoutMemory?: boolean;
            /** @enum {string} */
            selectedVisibility?: "private" | "public";
            /** @enum {string} */
            selectedMemory?: "on" | "temporary";
            /** @enum {string} */
            selectedResearchMode?: "off" | "nexus";
            composerDocumentId?: string | null;
            /** @enum {string} */
            trigger?: "submit-message" | "regenerate-message";
            messageId?: string | null;
        };
        ChatChange: {
            title?: string | null;
            visibility?: ("private" | "public") | null;
            memory?: ("on" | "paused") | null;
            headMessageId?: string | null;
            isPinned?: boolean | null;
            isArchived?: boolean | null;
            folder?: string | null;
        };
        ChatList: {
            chats: components["schemas"]["ChatShape"][];
            nextCursor: string | null;
        };
        ChatShape: {
            /** Format: uuid */
            id: string;
            title: string;
            personaId: string;
            /** @enum {string} */
            visibility: "private" | "public";
            /** @enum {string} */
            memory: "on" | "paused" | "temporary";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            isPinned: boolean;
            isArchived: boolean;
            folder: string | null;
        };
        CodeBody: {
            code: string;
        };
        ConfirmBody: {
            code?: string | null;
            recoveryCode?: string | null;
            passkey?: {
                [key: string]: unknown;
            } | null;
            password?: string | null;
        };
        /** @description What the sources have to say for the trace: decisions, counts and scores; never a text. */
        ContextNotes: {
            reading: components["schemas"]["ReadingTrace"] | null;
            /** @default [] */
            retrievals: components["schemas"]["Retrieval"][];
            /** @default false */
            startbrief_used: boolean;
            startbrief_fallback: string | null;
            /** @default 0 */
            startbrief_items_count: number;
            /** @default 0 */
            bridgeText_chars: number;
            /**
             * @default {
             *       "user_turns_seen": 0,
             *       "handover_injected": false,
             *       "bridge_injected": false,
             *       "ops_injected": false,
             *       "startbrief_fetch": "not_asked",
             *       "reinjection_used": false,
             *       "outcomes": {},
             *       "overlay_sections": [],
             *       "overlay_loops": 0,
             *       "steering_used": false
             *     }
             */
            startbriefRuntime: components["schemas"]["SessionStartTrace"];
            preflight: components["schemas"]["PreflightTrace"] | null;
            /** @default [] */
            unknownModels: string[];
        };
        CountShape: {
            counts: {
                [key: string]: number;
            };
        };
        DatabaseHealth: {
            serverVersion: string;
            bytes: number;
            connections: number;
            mostConnections: number;
        };
        DeadLetterList: {
            deadLetters: components["schemas"]["DeadLetterShape"][];
            total: number;
        };
        DeadLetterShape: {
            id: string;
            /** @enum {string} */
            source: "job" | "memory";
            kind: string;
            failure: string;
            tries: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            diedAt: string;
        };
        DebugMessage: {
            role: string;
            content: unknown;
        };
        DebugPrompt: {
            model: string;
            messages: components["schemas"]["DebugMessage"][];
        };
        /** @description What a turn's owner sees of its making while it runs. */
        DebugView: {
            /** Format: uuid */
            turnId: string;
            blocks: components["schemas"]["BlockTrace"][];
            promptTokens: number;
            promptBudget: number;
            missing: components["schemas"]["MissingTrace"][];
            notes: components["schemas"]["ContextNotes"];
            prompt: components["schemas"]["DebugPrompt"] | null;
        };
        DiskHealth: {
            freeBytes: number;
            totalBytes: number;
        };
        EdgeShape: {
            fromId: string;
            toId: string;
            relation: string;
            factId: string;
            text: string;
        };
        EmailChange: {
            email: string;
            /** Format: date-time */
            expiresAt: string;
        };
        EmailLinkBody: {
            /** Format: password */
            token: string;
        };
        EmbedderHealth: {
            name: string;
            dimensions: number;
        };
        EntityList: {
            entities: components["schemas"]["KnownEntityShape"][];
            nextCursor: string | null;
        };
        EpisodeList: {
            episodes: components["schemas"]["PlacedEpisode"][];
        };
        EventList: {
            events: components["schemas"]["EventShape"][];
            nextCursor: string | null;
        };
        EventShape: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            actor: components["schemas"]["NamedShape"] | null;
            what: string;
            target: components["schemas"]["NamedShape"] | null;
            detail: {
                [key: string]: unknown;
            };
        };
        EvidenceShape: {
            episodeId: string;
            externalId: string | null;
        };
        FactHistory: {
            versions: components["schemas"]["FactShape"][];
        };
        FactList: {
            facts: components["schemas"]["FactShape"][];
            nextCursor: string | null;
        };
        FactPatch: {
            tenantId?: string | null;
            userId?: string | null;
            text?: string | null;
            isPinned?: boolean | null;
        };
        FactShape: {
            id: string;
            text: string;
            subject: string;
            predicate: string;
            object: string;
            confidence: number;
            /** @enum {string} */
            source: "model" | "rules" | "person";
            validFrom: string | null;
            validTo: string | null;
            /** Format: date-time */
            learnedAt: string;
            retiredAt: string | null;
            retiredBecause: string | null;
            supersededBy: string | null;
            isPinned: boolean;
            isDoubtful: boolean;
            kinds: string[];
            evidence: components["schemas"]["EvidenceShape"][];
        };
        FactorsShape: {
            appSince: string | null;
            passkeys: components["schemas"]["PasskeyEntry"][];
            mayAddPasskeys: boolean;
            recoveryCodesLeft: number;
        };
        /** @description One by one over the plan's own numbers; null lifts a limit, what is left out stays as the plan has it. */
        FeatureLimits: {
            chats_per_day?: number | null;
            storage_bytes?: number | null;
            personas?: number | null;
            research_runs_per_month?: number | null;
            research_concurrent?: number | null;
            voice_minutes_per_month?: number | null;
            api_requests_per_minute?: number | null;
            seats?: number | null;
            memory_characters_per_day?: number | null;
            background_calls_per_day?: number | null;
        };
        /** @description Names as they are written everywhere else; null is no limit. */
        FeatureTable: {
            chats_per_day: number | null;
            storage_bytes: number | null;
            voice_minutes_per_month: number | null;
            api_requests_per_minute: number | null;
            seats: number | null;
            memory_characters_per_day: number | null;
            background_calls_per_day: number | null;
        };
        FeedEntry: {
            /** Format: date-time */
            createdAt: string;
            lastReadAt: string | null;
        };
        FeedState: {
            feed: components["schemas"]["FeedEntry"] | null;
        };
        FileEntry: {
            /** Format: uuid */
            id: string;
            filename: string;
            mediaType: string;
            bytes: number;
        };
        /** @description A file by the id its upload was given; never by an address the browser names. */
        FilePart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "file";
            /** Format: uuid */
            blobId: string;
            mediaType?: string | null;
            filename?: string | null;
        };
        ForgotBody: {
            email: string;
        };
        FoundList: {
            messages: components["schemas"]["FoundShape"][];
            chats: components["schemas"]["ChatShape"][];
            nextCursor: string | null;
        };
        FoundShape: {
            /** Format: uuid */
            chatId: string;
            chatTitle: string;
            personaId: string;
            /** Format: uuid */
            messageId: string;
            /** @enum {string} */
            role: "user" | "assistant";
            /** Format: date-time */
            createdAt: string;
            passage: components["schemas"]["PassagePiece"][];
        };
        /** @description What was found and told: which one, and how well it fits; null of what was told together. */
        FoundTrace: {
            id: string | null;
            score: number | null;
        };
        FrameBody: {
            file: string;
            function?: string;
            line: number;
        };
        HealthShape: {
            /** @enum {string} */
            status: "ready" | "not_ready";
            version: string;
            parts: {
                [key: string]: string;
            };
            database: components["schemas"]["DatabaseHealth"];
            migrations: components["schemas"]["MigrationsHealth"];
            embedder: components["schemas"]["EmbedderHealth"];
            models: components["schemas"]["ModelHealth"][];
            disk: components["schemas"]["DiskHealth"] | null;
            worker: components["schemas"]["WorkerHealth"];
            streams: components["schemas"]["StreamsHealth"];
            mail: components["schemas"]["MailHealth"];
            outbox: components["schemas"]["OutboxHealth"];
        };
        /** @description How a recording became words. */
        HeardTrace: {
            model: string;
            seconds: number;
            ms: number;
        };
        IdentityEntry: {
            /** Format: uuid */
            id: string;
            provider: string | null;
            label: string;
            /** Format: date-time */
            linkedAt: string;
            isLastWayIn: boolean;
        };
        IdentityFact: {
            /** @enum {string} */
            what: "preferred_name" | "time_zone" | "fact";
            text: string;
            evidence: components["schemas"]["EvidenceShape"][];
        };
        IdentityList: {
            identities: components["schemas"]["IdentityEntry"][];
        };
        IdentityShape: {
            preferredName: string | null;
            timeZone: string | null;
            facts: components["schemas"]["IdentityFact"][];
            about: string;
            clockZone: string | null;
        };
        Imported: {
            counts: {
                [key: string]: number;
            };
        };
        InfoShape: {
            version: string;
            model: components["schemas"]["ModelShape"];
            models: components["schemas"]["ModelShape"][];
            features: {
                [key: string]: boolean;
            };
        };
        InvitationList: {
            invites: components["schemas"]["InvitationShape"][];
        };
        InvitationShape: {
            /** Format: uuid */
            id: string;
            note: string;
            maxUses: number;
            uses: number;
            madeBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InviteBody: {
            maxUses?: number;
            /** @enum {string} */
            role?: "member" | "admin";
            email?: string | null;
        };
        InviteCodeBody: {
            code: string;
        };
        InviteList: {
            invites: components["schemas"]["InviteShape"][];
        };
        InviteShape: {
            /** Format: uuid */
            id: string;
            code: string | null;
            link: string | null;
            /** @enum {string} */
            role: "member" | "admin";
            maxUses: number;
            uses: number;
            email: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InvitingOrganization: {
            name: string;
        };
        JobKindShape: {
            kind: string;
            waiting: number;
            later: number;
            running: number;
            dead: number;
            oldestSeconds: number;
        };
        JsonAnswer: {
            /** Format: uuid */
            chatId: string;
            /** Format: uuid */
            turnId: string;
            /** Format: uuid */
            messageId: string;
            transcript: string;
            response: string;
            audioUrl: string | null;
            timing: components["schemas"]["Timing"];
            /** @enum {string} */
            status: "completed" | "errored" | "interrupted";
            error?: string | null;
            audioError?: string | null;
            debug?: components["schemas"]["DebugView"] | null;
        };
        KeyBody: {
            name: string;
            scopes: ("chat" | "chat:read" | "chat:write" | "memory" | "memory:read" | "memory:write")[];
            expiresAt?: string | null;
        };
        KeyEntry: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            expiresAt: string | null;
        };
        KeyList: {
            keys: components["schemas"]["KeyEntry"][];
        };
        KindList: {
            kinds: components["schemas"]["KindShape"][];
            firstAt: string | null;
        };
        KindShape: {
            kind: string;
            facts: number;
        };
        KnownEntityShape: {
            id: string;
            name: string;
            kind: string;
            relation: string | null;
            mentions: number;
            /** Format: date-time */
            lastMentionedAt: string;
            facts: number;
            isSelf: boolean;
        };
        LearnedLoop: {
            id: string;
            text: string;
        };
        LearnedShape: {
            isDone: boolean;
            facts: components["schemas"]["FactShape"][];
            loops: components["schemas"]["LearnedLoop"][];
        };
        LeaveBody: {
            password?: string | null;
        };
        LeaveOrganizationBody: {
            newOwnerId?: string | null;
        };
        LimitsBody: {
            features?: components["schemas"]["FeatureLimits"];
        };
        LimitsShape: {
            features: {
                [key: string]: number | null;
            };
        };
        LinkBegun: {
            location: string;
        };
        LinkBody: {
            returnTo?: string | null;
        };
        LogOutEverywhereBody: {
            revokesKeys?: boolean;
        };
        LoginBody: {
            email: string;
            /** Format: password */
            password: string;
        };
        LoopBody: {
            tenantId?: string | null;
            userId?: string | null;
            /** @enum {string} */
            kind?: "commitment" | "thread" | "friction" | "habit" | "win";
            text: string;
            dueAt?: string | null;
        };
        LoopList: {
            loops: components["schemas"]["ToldLoop"][];
        };
        LoopPatch: {
            tenantId?: string | null;
            userId?: string | null;
            status?: ("open" | "completed" | "dropped") | null;
            text?: string | null;
            dueAt?: string | null;
            snoozedUntil?: string | null;
        };
        LoopQuestion: {
            tenantId?: string | null;
            userId?: string | null;
            status?: ("open" | "completed" | "dropped") | null;
            personaId?: string | null;
            includeWords?: boolean;
        };
        LoopShape: {
            id: string;
            /** @enum {string} */
            kind: "commitment" | "thread" | "friction" | "habit" | "win";
            /** @enum {string} */
            status: "open" | "completed" | "dropped";
            text: string;
            confidence: number;
            salience: number;
            /** @enum {string} */
            timeHorizon: "today" | "this_week" | "this_month" | "later" | "ongoing";
            dueAt: string | null;
            snoozedUntil: string | null;
            /** Format: date-time */
            openedAt: string;
            closedAt: string | null;
            closedBecause: string | null;
            /** @enum {string} */
            source: "model" | "rules" | "person";
            evidence: components["schemas"]["EvidenceShape"][];
        };
        MadeFeed: {
            address: string;
        };
        MadeInviteShape: {
            /** Format: uuid */
            id: string;
            code: string;
            link: string;
            maxUses: number;
            /** Format: date-time */
            expiresAt: string;
        };
        MadeKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            expiresAt: string | null;
            /** @description The key itself, shown this once. */
            key: string;
        };
        MadeOrganizationKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            expiresAt: string | null;
            madeBy: components["schemas"]["NamedShape"];
            isYours: boolean;
            isResting: boolean;
            /** @description The key itself, shown this once. */
            key: string;
        };
        MailHealth: {
            canSend: boolean;
            waiting: number;
            oldestSeconds: number;
            failed: number;
        };
        MailList: {
            mails: components["schemas"]["MailShape"][];
            canSend: boolean;
            nextCursor: string | null;
        };
        MailShape: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            purpose: string;
            /** @enum {string} */
            state: "waiting" | "sent" | "kept" | "failed";
            tries: number;
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
            words: components["schemas"]["MailWords"] | null;
        };
        MailWords: {
            to: string;
            subject: string;
            text: string;
        };
        Me: {
            /** Format: uuid */
            id: string;
            type: string;
            email: string | null;
            emailState: ("verified" | "waiting" | "unverified") | null;
            name: string;
            picture: string | null;
            tenantId: string;
            isAdmin: boolean;
        };
        /** @description Exactly one of the seven. */
        Meant: {
            tenantId?: string | null;
            userId?: string | null;
            factIds?: string[] | null;
            sessionIds?: string[] | null;
            chatId?: string | null;
            messageIds?: string[] | null;
            period?: components["schemas"]["PeriodShape"] | null;
            query?: string | null;
            everything?: true | null;
            skipUnknown?: boolean;
        };
        MemberList: {
            members: components["schemas"]["MemberShape"][];
            nextCursor: string | null;
        };
        MemberShape: {
            /** Format: uuid */
            userId: string;
            name: string;
            email: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** Format: date-time */
            joinedAt: string;
            isEmailVerified: boolean;
            hasSecondFactor: boolean | null;
            isYou: boolean;
            canManage: boolean;
            rolesToChoose: ("owner" | "admin" | "member")[];
        };
        MembersNeedShape: {
            graceDays: number;
            without: number;
        };
        MessageList: {
            chat: components["schemas"]["ChatShape"];
            messages: components["schemas"]["MessageShape"][];
            hasMore: boolean;
            hasLater: boolean;
            isMine: boolean;
            author: string | null;
        };
        MessageShape: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            role: "user" | "assistant";
            parts: {
                [key: string]: unknown;
            }[];
            /** @enum {string} */
            status: "complete" | "partial" | "error";
            endedBecause: ("stopped" | "failed" | "lost") | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            turnId: string;
            model: string | null;
            feedback: ("up" | "down") | null;
            siblings: string[];
        };
        MigrationsHealth: {
            present: string;
            known: string;
        };
        /** @description What could not be asked, and why. */
        MissingTrace: {
            /** @enum {string} */
            source: "history" | "session_start" | "session" | "startbrief" | "user_model" | "daily" | "loops" | "handover" | "envelope" | "legacy" | "standing" | "chat_summary" | "recall" | "librarian" | "memory" | "files" | "demo model" | "voice" | "trace";
            reason: string;
        };
        ModelHealth: {
            name: string;
            isDemo: boolean;
            isResting: boolean;
        };
        ModelShape: {
            name: string;
            isDemo: boolean;
            seesImages: boolean;
        };
        MyOrganization: {
            organization: components["schemas"]["OrganizationShape"] | null;
        };
        NamedShape: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        NamedThing: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        NewEmailBody: {
            email: string;
        };
        NewInviteBody: {
            maxUses?: number;
            note?: string;
        };
        OldEmail: {
            email: string;
            takesPassword: boolean;
        };
        OrganizationBody: {
            name: string;
        };
        OrganizationEntry: {
            /** Format: uuid */
            id: string;
            name: string;
            plan: string | null;
            limits: components["schemas"]["LimitsShape"];
            members: number;
            hasOwner: boolean;
            secondFactor: components["schemas"]["MembersNeedShape"] | null;
            seats: components["schemas"]["SeatsShape"];
            /** Format: date-time */
            createdAt: string;
        };
        OrganizationKeyEntry: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            expiresAt: string | null;
            madeBy: components["schemas"]["NamedShape"];
            isYours: boolean;
            isResting: boolean;
        };
        OrganizationKeyList: {
            keys: components["schemas"]["OrganizationKeyEntry"][];
        };
        OrganizationList: {
            organizations: components["schemas"]["OrganizationEntry"][];
            nextCursor: string | null;
        };
        OrganizationPlanBody: {
            plan: ("free" | "pro" | "business" | "unlimited") | null;
            limits: components["schemas"]["LimitsBody"];
            seatCount?: number | null;
        };
        OrganizationShape: {
            /** Format: uuid */
            id: string;
            name: string;
            plan: ("free" | "pro" | "business" | "unlimited") | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            permissions: ("org.view" | "org.edit" | "org.delete" | "members.view" | "members.invite" | "members.remove" | "members.edit_role" | "billing.view" | "billing.manage" | "resources.create" | "resources.delete" | "personas.create" | "personas.edit" | "personas.delete")[];
            inviteRoles: ("member" | "admin")[];
            seats: components["schemas"]["SeatsShape"];
            secondFactor: components["schemas"]["AskedSecondFactorShape"] | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The memory's: turns on their way into summaries and to other stores. */
        OutboxHealth: {
            pending: number;
            oldestPendingSeconds: number;
            dead: number;
            pendingEmbeddings: number;
        };
        OwnerBody: {
            /** Format: uuid */
            userId: string;
        };
        PageErrorBody: {
            error: string;
            frames: components["schemas"]["FrameBody"][];
        };
        PassagePiece: {
            text: string;
            isHit: boolean;
        };
        PasskeyBody: {
            name?: string;
            credential: {
                [key: string]: unknown;
            };
        };
        PasskeyEntry: {
            /** Format: uuid */
            id: string;
            name: string;
            host: string;
            isOfThisHost: boolean;
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
        };
        PasskeyOptions: {
            options: {
                [key: string]: unknown;
            };
        };
        PasswordBody: {
            /** Format: password */
            currentPassword: string;
            /** Format: password */
            newPassword: string;
            revokesKeys?: boolean;
        };
        PauseShape: {
            isPaused: boolean;
        };
        PendingEmailChange: {
            change: components["schemas"]["EmailChange"] | null;
        };
        PeriodShape: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
        };
        PersonaList: {
            personas: components["schemas"]["PersonaShape"][];
        };
        PersonaShape: {
            id: string;
            name: string;
            description: string;
            isDefault: boolean;
            isPerpetual: boolean;
            /** @enum {string} */
            speaks: "always" | "when_spoken_to" | "never";
            models: components["schemas"]["ModelShape"][];
            profiles: components["schemas"]["ProfileShape"][];
        };
        PictureShape: {
            entities: components["schemas"]["KnownEntityShape"][];
            edges: components["schemas"]["EdgeShape"][];
            isWhole: boolean;
        };
        PlacedEpisode: {
            id: string;
            externalId: string | null;
            sessionId: string;
            /** @enum {string} */
            role: "user" | "assistant" | "system" | "tool";
            name: string | null;
            text: string;
            /** Format: date-time */
            timestamp: string;
            chatId: string | null;
            messageId: string | null;
        };
        PlanBody: {
            plan: ("free" | "pro" | "business" | "unlimited") | null;
            limits: components["schemas"]["LimitsBody"];
        };
        PlanEntry: {
            /** @enum {string} */
            id: "free" | "pro" | "business" | "unlimited";
            features: components["schemas"]["FeatureTable"];
        };
        PlanList: {
            plans: components["schemas"]["PlanEntry"][];
        };
        /** @description What was chosen before the answer: which model, how long, which tool first. */
        PreflightTrace: {
            /** @enum {string} */
            outcome: "not_asked" | "nothing_to_choose" | "chosen" | "timed_out" | "failed";
            model: string | null;
            maxOutputTokens: number | null;
            firstTool: string | null;
            /** @default [] */
            refused: string[];
            ms: number | null;
        };
        ProfileBody: {
            name: string;
        };
        /** @description A side of a persona that a chat can be held with. */
        ProfileShape: {
            id: string;
            name: string;
            description: string;
        };
        PromptSettings: {
            thinPrompt: string;
            conversational: components["schemas"]["Rule"][];
            actionable: components["schemas"]["Rule"][];
            actionEntities: string[];
            canRequests: components["schemas"]["Rule"][];
            historyTokens: number;
            promptTokens: number;
        };
        /** @description One of these. */
        ProofBody: {
            code?: string | null;
            recoveryCode?: string | null;
            passkey?: {
                [key: string]: unknown;
            } | null;
        };
        ProviderEntry: {
            name: string;
            label: string;
        };
        QrShape: {
            size: number;
            path: string;
        };
        QualityShape: {
            duplicate: number;
            junk: number;
            echo: number;
            stale: number;
            contradicted: number;
            factsHeld: number;
            candidates: number;
        };
        QueueShape: {
            kinds: components["schemas"]["JobKindShape"][];
            running: components["schemas"]["RunningJobShape"][];
            schedule: components["schemas"]["ScheduledShape"][];
        };
        Rating: {
            rating: ("up" | "down") | null;
            comment?: string | null;
        };
        /** @description How the message was taken. */
        ReadingTrace: {
            /** @enum {string} */
            posture: "COMPANIONSHIP" | "SUPPORT" | "RELATIONSHIP" | "REFLECTION" | "MOMENTUM" | "PLANNING" | "TASK";
            /** @enum {string} */
            intent: "casual" | "question" | "recall" | "share" | "momentum" | "output_task";
            /** @enum {string} */
            by: "rules" | "meaning" | "model";
            confidence: number;
            scores: {
                [key: string]: number;
            };
            /** @default [] */
            reasons: string[];
            /** @default false */
            momentumGuard: boolean;
            /**
             * @default {
             *       "avoidance": false,
             *       "drift": false,
             *       "direct_request": false,
             *       "names_tracked_person": false,
             *       "asks_about_tone": false,
             *       "low_signal": false
             *     }
             */
            signals: components["schemas"]["SignalsTrace"];
        };
        ReceiptList: {
            receipts: components["schemas"]["ReceiptShape"][];
            nextCursor: string | null;
        };
        ReceiptShape: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            madeAt: string;
            kind: string;
            counts: {
                [key: string]: number;
            };
            hashes: {
                [key: string]: string;
            };
            verified: boolean;
            isImported: boolean;
            body: {
                [key: string]: unknown;
            };
            signature: string;
        };
        RecoveredChunk: {
            seq: number;
            data: {
                [key: string]: unknown;
            };
        };
        /** @description An answer as far as it has come. */
        RecoveredStream: {
            /** Format: uuid */
            streamId: string;
            status: "active" | ("completed" | "errored" | "interrupted");
            isActive: boolean;
            isStale: boolean;
            chunks: components["schemas"]["RecoveredChunk"][];
            metadata: {
                [key: string]: unknown;
            };
        };
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        RegisterBody: {
            email: string;
            /** Format: password */
            password: string;
            name?: string;
            code?: string | null;
        };
        /** @description The turn again, and what is different. */
        Replay: {
            /** Format: uuid */
            turnId: string;
            /** @enum {string} */
            memory: "then" | "now";
            asOf: string | null;
            promptTokens: number;
            promptBudget: number;
            blocks: components["schemas"]["BlockTrace"][];
            difference: components["schemas"]["BlockDifference"][];
            answer: components["schemas"]["ReplayedAnswer"];
            error: string | null;
            missing: components["schemas"]["MissingTrace"][];
            models: components["schemas"]["AttemptTrace"][];
            retrievals: components["schemas"]["Retrieval"][];
            reading: components["schemas"]["ReadingTrace"] | null;
        };
        ReplayBody: {
            /** @enum {string} */
            memory?: "then" | "now";
            asksModel?: boolean;
        };
        ReplayedAnswer: {
            then: string | null;
            replayed: string | null;
        };
        ReplayedText: {
            tokens: number;
            text: string | null;
        };
        ResetBody: {
            /** Format: password */
            token: string;
            /** Format: password */
            newPassword: string;
            revokesKeys?: boolean;
        };
        ResetLink: {
            link: string;
            /** Format: date-time */
            expiresAt: string;
        };
        Restored: {
            version: number;
        };
        /**
         * @description What a source was asked, or the decision not to ask it. The only place in a trace where words of a message may
         *     be, which is why a forget empties it.
         */
        Retrieval: {
            source: string;
            gate: ("explicit" | "ambient" | "none") | null;
            gateBy: ("rules" | "meaning" | "model") | null;
            confidence: number | null;
            reason: string | null;
            /**
             * @default {
             *       "entities": [],
             *       "topics": [],
             *       "time_intent": "none"
             *     }
             */
            spec: components["schemas"]["RetrievalSpec"];
            query: string | null;
            /** @default [] */
            needs: string[];
            /** @default [] */
            facts: components["schemas"]["FoundTrace"][];
            /** @default [] */
            episodes: components["schemas"]["FoundTrace"][];
            /** @default [] */
            loops: components["schemas"]["FoundTrace"][];
            /** @default 0 */
            relevant: number;
            /** @default 0 */
            dropped: number;
            droppedBecause: {
                low_score?: number;
                not_about_it?: number;
                another_time?: number;
                in_history?: number;
                is_the_question?: number;
                pinned?: number;
                not_asked?: number;
                not_needed?: number;
                needs_nothing?: number;
            };
            /** @default 0 */
            lines: number;
            missing: string | null;
            ms: number | null;
        };
        /** @description What the message was about, in the words that were looked for. */
        RetrievalSpec: {
            /** @default [] */
            entities: string[];
            /** @default [] */
            topics: string[];
            /**
             * @default none
             * @enum {string}
             */
            timeIntent: "past" | "present" | "future" | "none";
        };
        RoleBody: {
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        /** @description What was matched and under which version of the settings; never what was said. */
        RouteDetails: {
            settingsVersion: number | null;
            /** @default [] */
            rules: string[];
            /** @default [] */
            entities: string[];
            can: ("complete" | "incomplete") | null;
            /** @default [] */
            missing: string[];
        };
        RouteTrace: {
            /**
             * @default conversational
             * @enum {string}
             */
            kind: "conversational" | "actionable" | "research" | "answer";
            /** @default not kept */
            reason: string;
            /**
             * @default {
             *       "rules": [],
             *       "entities": [],
             *       "missing": []
             *     }
             */
            details: components["schemas"]["RouteDetails"];
        };
        /** @description A regex with a name; the name, never what it matched, stands in the trace. */
        Rule: {
            name: string;
            pattern: string;
        };
        RunningJobShape: {
            id: number;
            kind: string;
            attempt: number;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            heardAt: string;
        };
        SaidOfLoop: {
            /** @enum {string} */
            what: "opened" | "reinforced" | "completed" | "dropped";
            episodeId: string;
            /** @enum {string} */
            role: "user" | "assistant" | "system" | "tool";
            text: string;
            /** Format: date-time */
            timestamp: string;
            chatId: string | null;
            messageId: string | null;
        };
        SaidShape: {
            /** Format: uuid */
            chatId: string;
            chatTitle: string;
            personaId: string;
            /** Format: uuid */
            messageId: string;
            /** @enum {string} */
            role: "user" | "assistant";
            /** Format: date-time */
            createdAt: string;
            text: string;
        };
        ScheduledShape: {
            name: string;
            cron: string;
            lastRun: string | null;
            /** Format: date-time */
            nextRun: string;
        };
        SeatsShape: {
            count: number;
            used: number;
            pendingRemoval: number | null;
        };
        SecondFactorBody: {
            isRequired: boolean;
            graceDays?: number;
        };
        SecretShape: {
            secret: string;
            uri: string;
            qr: components["schemas"]["QrShape"];
        };
        SeenInvite: {
            organization: components["schemas"]["InvitingOrganization"];
            invitedBy: string;
            /** @enum {string} */
            role: "member" | "admin";
            /** Format: date-time */
            expiresAt: string;
            seatsLeft: boolean;
            asksSecondFactor: boolean;
            graceDays: number;
        };
        SentMessage: {
            /** Format: uuid */
            id: string;
            /** @constant */
            role: "user";
            parts: (components["schemas"]["TextPart"] | components["schemas"]["FilePart"])[];
        };
        /** @description What the session began with, and what of it this turn was told. */
        SessionStartTrace: {
            session_id: string | null;
            /** @default 0 */
            userTurnsSeen: number;
            /** @default false */
            handover_injected: boolean;
            /** @default false */
            bridge_injected: boolean;
            /** @default false */
            ops_injected: boolean;
            ops_source: ("startbrief" | "loops") | null;
            /**
             * @default not_asked
             * @enum {string}
             */
            startbrief_fetch: "fetched" | "fallback" | "empty" | "timed_out" | "failed" | "not_kept" | "not_fed" | "cached" | "not_asked";
            /** @default false */
            reinjection_used: boolean;
            handover_closeness: number | null;
            depth: ("same_session" | "today" | "yesterday" | "multi_day") | null;
            gap_minutes: number | null;
            outcomes: {
                [key: string]: "fetched" | "fallback" | "empty" | "timed_out" | "failed" | "not_kept" | "not_fed";
            };
            daily_confidence: string | null;
            /** @default [] */
            overlay_sections: ("relationships" | "patterns" | "work_context" | "long_term_direction" | "communication_preference")[];
            /** @default 0 */
            overlay_loops: number;
            /** @default false */
            steering_used: boolean;
        };
        SettingsChange: {
            version: number;
            settings: components["schemas"]["PromptSettings"];
        };
        SettingsVersion: {
            version: number;
            settings: components["schemas"]["PromptSettings"];
            changedBy: string | null;
            changedAt: string | null;
        };
        SettingsVersions: {
            versions: components["schemas"]["SettingsVersion"][];
            nextBefore: number | null;
        };
        SignInEntry: {
            /** Format: uuid */
            id: string;
            userAgent: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastSeenAt: string;
            /** Format: date-time */
            expiresAt: string;
            isCurrent: boolean;
        };
        SignInList: {
            signIns: components["schemas"]["SignInEntry"][];
        };
        SignalsTrace: {
            /** @default false */
            avoidance: boolean;
            /** @default false */
            drift: boolean;
            /** @default false */
            directRequest: boolean;
            /** @default false */
            namesTrackedPerson: boolean;
            /** @default false */
            asksAboutTone: boolean;
            /** @default false */
            lowSignal: boolean;
        };
        /** @description Where the text of a block came from. */
        SourceTrace: {
            type: string;
            id: string;
            version?: string | null;
        };
        SpeechTrace: {
            heard: components["schemas"]["HeardTrace"] | null;
            spoken: components["schemas"]["SpokenTrace"] | null;
        };
        /** @description What became of the voice. */
        SpokenTrace: {
            /** @enum {string} */
            status: "awaited" | "spoken" | "failed";
            model: string | null;
            id: string | null;
            reason: string | null;
            ms: number | null;
        };
        StepShape: {
            ways: ("code" | "passkey" | "recovery_code" | "password" | "provider")[];
            expiresAt: string | null;
            passkeyOptions: {
                [key: string]: unknown;
            } | null;
        };
        Stopped: {
            stopped: boolean;
        };
        StreamsHealth: {
            here: number;
            everywhere: number;
            webProcesses: number;
        };
        TextPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            text: string;
        };
        TheirOrganization: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            plan: string | null;
        };
        Timing: {
            stt: number | null;
            context: number | null;
            llm: number | null;
            tts: number | null;
            total: number | null;
        };
        ToldLoop: {
            id: string;
            /** @enum {string} */
            kind: "commitment" | "thread" | "friction" | "habit" | "win";
            /** @enum {string} */
            status: "open" | "completed" | "dropped";
            text: string;
            confidence: number;
            salience: number;
            /** @enum {string} */
            timeHorizon: "today" | "this_week" | "this_month" | "later" | "ongoing";
            dueAt: string | null;
            snoozedUntil: string | null;
            /** Format: date-time */
            openedAt: string;
            closedAt: string | null;
            closedBecause: string | null;
            /** @enum {string} */
            source: "model" | "rules" | "person";
            evidence: components["schemas"]["EvidenceShape"][];
            said?: components["schemas"]["SaidOfLoop"][] | null;
        };
        ToolTrace: {
            name: string;
            /** @enum {string} */
            outcome: "answered" | "failed" | "unknown";
            ms: number;
        };
        /** @description What went into an answer and why. Further fields may join. */
        Trace: {
            reading: components["schemas"]["ReadingTrace"] | null;
            /** @default [] */
            retrievals: components["schemas"]["Retrieval"][];
            /** @default false */
            startbrief_used: boolean;
            startbrief_fallback: string | null;
            /** @default 0 */
            startbrief_items_count: number;
            /** @default 0 */
            bridgeText_chars: number;
            /**
             * @default {
             *       "user_turns_seen": 0,
             *       "handover_injected": false,
             *       "bridge_injected": false,
             *       "ops_injected": false,
             *       "startbrief_fetch": "not_asked",
             *       "reinjection_used": false,
             *       "outcomes": {},
             *       "overlay_sections": [],
             *       "overlay_loops": 0,
             *       "steering_used": false
             *     }
             */
            startbriefRuntime: components["schemas"]["SessionStartTrace"];
            preflight: components["schemas"]["PreflightTrace"] | null;
            /** @default [] */
            unknownModels: string[];
            /** Format: uuid */
            turnId: string;
            /** @default [] */
            blocks: components["schemas"]["BlockTrace"][];
            /** @default 0 */
            promptTokens: number;
            promptBudget: number | null;
            /** @default [] */
            missing: components["schemas"]["MissingTrace"][];
            /** @default [] */
            models: components["schemas"]["AttemptTrace"][];
            /** @default [] */
            tools: components["schemas"]["ToolTrace"][];
            timings: {
                [key: string]: number;
            };
            /** @default {} */
            speech: components["schemas"]["SpeechTrace"];
            /**
             * @default {
             *       "kind": "conversational",
             *       "reason": "not kept",
             *       "details": {
             *         "entities": [],
             *         "missing": [],
             *         "rules": []
             *       }
             *     }
             */
            route: components["schemas"]["RouteTrace"];
            persona: string | null;
            profile: string | null;
            outcome: ("answered" | "failed" | "stopped" | "shutdown" | "lost" | "interrupted") | null;
            sentence: string | null;
            /** @default [] */
            systemBlocks: string[];
            keptCharacters: number | null;
            /** @default false */
            isForgotten: boolean;
        };
        Tried: {
            text: string;
        };
        TriedWay: {
            /** @enum {string} */
            kind: "conversational" | "actionable";
            reason: string;
            rules: string[];
            entities: string[];
            canRule: string | null;
            version: number;
        };
        UndoBody: {
            /** Format: password */
            token: string;
            newPassword?: string | null;
        };
        Usage: {
            /** @enum {string} */
            plan: "free" | "pro" | "business" | "unlimited";
            /** @enum {string} */
            source: "user" | "organization" | "installation";
            planVersion: number;
            timeZone: string;
            features: components["schemas"]["FeatureTable"];
            usage: components["schemas"]["UsageEntry"][];
        };
        UsageEntry: {
            /** @enum {string} */
            feature: "chats_per_day" | "voice_minutes_per_month" | "memory_characters_per_day" | "background_calls_per_day" | "storage_bytes";
            used: number;
            limit: number | null;
            resetsAt: string | null;
            period: string | null;
            sentence: string | null;
            wouldHelp: ("free" | "pro" | "business" | "unlimited") | null;
        };
        UsageOfAllShape: {
            /** @enum {string} */
            feature: "chats_per_day" | "voice_minutes_per_month" | "memory_characters_per_day" | "background_calls_per_day" | "storage_bytes";
            period: string | null;
            used: number;
            people: number;
            top: components["schemas"]["UsedBy"][];
        };
        UsedBy: {
            /** Format: uuid */
            userId: string;
            name: string;
            email: string | null;
            used: number;
        };
        UserEntry: {
            /** Format: uuid */
            id: string;
            email: string | null;
            name: string;
            isAdmin: boolean;
            suspendedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            lastSeenAt: string | null;
            plan: string | null;
            limits: components["schemas"]["LimitsShape"];
            organization: components["schemas"]["TheirOrganization"] | null;
        };
        UserList: {
            users: components["schemas"]["UserEntry"][];
            defaultPlan: string;
            nextCursor: string | null;
        };
        VerificationShape: {
            /** Format: uuid */
            id: string;
            valid: boolean;
            gone: boolean;
            found: {
                [key: string]: number;
            };
            waitingSinks: string[];
            checked: string[];
            sameWords: number | null;
        };
        Ways: {
            providers: components["schemas"]["ProviderEntry"][];
            hasAccounts: boolean;
            /** @enum {string} */
            registration: "open" | "invite" | "closed";
            needsSetupCode: boolean;
            sendsMail: boolean;
        };
        Wish: {
            tenantId?: string | null;
            userId?: string | null;
            factIds?: string[] | null;
            sessionIds?: string[] | null;
            chatId?: string | null;
            messageIds?: string[] | null;
            period?: components["schemas"]["PeriodShape"] | null;
            query?: string | null;
            everything?: true | null;
            skipUnknown?: boolean;
            receiptId?: string | null;
        };
        WorkerHealth: {
            heardAt: string | null;
        };
        Zone: {
            timeZone: string;
            holdsFrom: string | null;
        };
        ZoneBody: {
            timeZone: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
